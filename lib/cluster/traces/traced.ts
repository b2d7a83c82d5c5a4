import type { TraceCode, TraceRecord } from '../wire/trace-records';

/** What 4.x clients traced of a message: that it was sent, or a delivery to a group. */
export type Traced =
  | {
      readonly kind: 'sent';
      readonly messageId: string;
      readonly topic: string;
      readonly group: string;
      readonly client: string;
      readonly atMs: number;
      readonly tookMs: number;
      readonly isSuccess: boolean;
    }
  | TracedDelivery;

export interface TracedDelivery {
  readonly kind: 'delivered';
  readonly messageId: string;
  readonly group: string;
  readonly client: string;
  /** 1 is the first. Null: its beginning was not found. */
  readonly attempt: number | null;
  /** Its beginning, or else its end. */
  readonly atMs: number;
  /** Null: its end was not found; it goes on, or the client ended. */
  readonly end: { readonly tookMs: number; readonly isSuccess: boolean; readonly code: TraceCode | null } | null;
}

/** A record and the client that wrote it. */
export interface FoundRecord {
  readonly record: TraceRecord;
  readonly client: string;
  /** When its message was stored, for a record without a time. */
  readonly storedMs: number;
}

/** Beginning and end of a delivery are two records, and may lie at two brokers. In the order of time. Pure. */
export function putTogether(found: readonly FoundRecord[]): Traced[] {
  const traced: Traced[] = [];
  const begun = new Map<string, FoundRecord & { readonly record: { readonly kind: 'begun' } }>();
  const ended = new Set<string>();
  for (const each of found) if (isOf(each, 'begun')) begun.set(keyOf(each.record), each);
  for (const { record, client, storedMs } of found) {
    const { messageId } = record;
    if (record.kind === 'sent') {
      const { topic, group, atMs, tookMs, isSuccess } = record;
      traced.push({ kind: 'sent', messageId, topic, group, client, atMs, tookMs, isSuccess });
    } else if (record.kind === 'ended') {
      const before = begun.get(keyOf(record))?.record;
      const group = record.group ?? before?.group;
      // A record that came twice, and one that does not say whose it is.
      if (ended.has(keyOf(record)) || group === undefined) continue;
      ended.add(keyOf(record));
      const { tookMs, isSuccess, code } = record;
      const atMs = before?.atMs ?? record.atMs ?? storedMs;
      const attempt = before === undefined ? null : before.retryTimes + 1;
      traced.push({ kind: 'delivered', messageId, group, client, attempt, atMs, end: { tookMs, isSuccess, code } });
    }
  }
  for (const [key, { record, client }] of begun) {
    const { messageId, group, atMs, retryTimes } = record;
    if (!ended.has(key))
      traced.push({ kind: 'delivered', messageId, group, client, attempt: retryTimes + 1, atMs, end: null });
  }
  return traced.toSorted((a, b) => a.atMs - b.atMs);
}

type Delivery = Extract<TraceRecord, { kind: 'begun' | 'ended' }>;

function isOf<Kind extends TraceRecord['kind']>(
  found: FoundRecord,
  kind: Kind,
): found is FoundRecord & { readonly record: Extract<TraceRecord, { kind: Kind }> } {
  return found.record.kind === kind;
}

function keyOf({ requestId, messageId }: Delivery): string {
  return `${requestId} ${messageId}`;
}
