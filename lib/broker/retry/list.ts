import { isLastTry } from '../../model/delivery/forecast';
import { unreportedFingerprint } from '../../model/dead-letter/fingerprint/unreported';
import type { RetryFilter } from '../../model/delivery/retry-change';
import type { TimelineDelivery } from '../../model/message/timeline';
import { buildDeliveries } from '../../model/message/timeline-deliveries';
import { predict } from '../../model/message/timeline-prediction';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import { timelineEvents, type TimelineEventRow } from '../../store/queries/timeline/timeline-events';
import { isDeep, type RetryMatch } from '../../store/queries/retry/retry-match';
import { retryList, retryLooked, type WaitingCursor, type WaitingRow } from '../../store/queries/retry/retry-list';
import type { BrokerContext } from '../context';
import { toTimelineEvent } from '../message/read-timeline';
import { checkLimit, cursorParts, type ListInput } from '../page-of';
import { toRetryMatch } from './match';

/** A message that failed and waits for its next try, or is due and not fetched yet. */
export interface WaitingRetry extends Omit<WaitingRow, 'place' | 'retryPolicy' | 'cause'> {
  /** Key of the cause of its last failure. Null: it was re-driven, and has not failed since. */
  readonly cause: string | null;
  readonly lastTry: boolean;
  /** If every try fails as those before did. Null: held. */
  readonly diesAt: Date | null;
  readonly firstTriedAt: Date | null;
  readonly lastClient: string | null;
}

export interface WaitingPage {
  readonly items: readonly WaitingRetry[];
  readonly nextCursor: string | null;
  /** How many were checked for this page; null: a filter did not have to look into messages. */
  readonly looked: number | null;
}

export interface WaitingInput extends RetryFilter, ListInput {
  /** Absent: of every group. */
  readonly group?: string | undefined;
}

const DEFAULT_PAGE = 50;
/** A filter that must look into messages looks at so many at a time, and for so long. */
const LOOK = 2000;
const LOOK_MS = 80;

/** @throws BrokerError bad-request, group-not-found */
export async function listRetries(ctx: BrokerContext, { group, ...input }: WaitingInput): Promise<WaitingPage> {
  const limit = input.limit ?? DEFAULT_PAGE;
  checkLimit(limit);
  const match = await toRetryMatch(ctx, group, input);
  const { rows, ...page } = await readPage(ctx, match, readCursor(input.cursor), limit);
  const asOf = (ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console))).toISOString();
  const eventsOf = await readEvents(ctx, rows);
  return { ...page, items: rows.map((row) => toWaiting(row, eventsOf(row), asOf)) };
}

interface Found {
  readonly rows: readonly WaitingRow[];
  readonly nextCursor: string | null;
  readonly looked: number | null;
}

async function readPage(
  { store }: BrokerContext,
  match: RetryMatch,
  from: WaitingCursor | null,
  limit: number,
): Promise<Found> {
  const db = store.console;
  if (!isDeep(match)) {
    const rows = await retryList(db, match, from, { look: limit + 1, limit: limit + 1 });
    return { ...cut(rows, limit), looked: null };
  }
  const rows: WaitingRow[] = [];
  const startedAt = performance.now();
  let after = from;
  let looked = 0;
  for (;;) {
    rows.push(...(await retryList(db, match, after, { look: LOOK, limit: limit + 1 - rows.length })));
    if (rows.length > limit) return { ...cut(rows, limit), looked };
    const { looked: more, last } = await retryLooked(db, match, after, LOOK);
    looked += more;
    if (more < LOOK || last === null) return { rows, nextCursor: null, looked };
    if (performance.now() - startedAt > LOOK_MS) return { rows, nextCursor: last, looked };
    after = readCursor(last);
  }
}

function cut(rows: readonly WaitingRow[], limit: number): Pick<Found, 'rows' | 'nextCursor'> {
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.place ?? null) : null };
}

type EventsOf = (row: WaitingRow) => readonly TimelineEventRow[];

async function readEvents({ store }: BrokerContext, rows: readonly WaitingRow[]): Promise<EventsOf> {
  const events = await timelineEvents(
    store.console,
    rows.map(({ groupId }) => groupId),
    rows.map(({ queueId }) => queueId),
    rows.map(({ off }) => off),
  );
  const byMessage = new Map<string, TimelineEventRow[]>();
  for (const event of events) byMessage.set(keyOf(event), [...(byMessage.get(keyOf(event)) ?? []), event]);
  return (row) => byMessage.get(keyOf(row)) ?? [];
}

function keyOf({ groupId, queueId, off }: Pick<WaitingRow, 'groupId' | 'queueId' | 'off'>): string {
  return `${groupId} ${queueId} ${off}`;
}

/** The same prediction as on the page of the message. */
function toWaiting(row: WaitingRow, events: readonly TimelineEventRow[], asOf: string): WaitingRetry {
  const { place: _place, retryPolicy: _policy, cause, ...own } = row;
  const deliveries = buildDeliveries({
    storedAt: row.storedAt.toISOString(),
    events: events.map(toTimelineEvent),
    reasons: [],
    leased: null,
    held: null,
  }).filter((delivery) => delivery.generation === row.generation);
  const first = deliveries[0]?.startedAt;
  return {
    ...own,
    cause: row.fingerprint ?? (cause === null ? null : unreportedFingerprint(cause)),
    lastTry: isLastTry(row, row.attempt),
    diesAt: row.dueAt === null ? null : new Date(diesAtOf(row, row.dueAt, deliveries, asOf)),
    firstTriedAt: first == null ? null : new Date(first),
    lastClient: deliveries.findLast(({ client }) => client !== null)?.client ?? null,
  };
}

function diesAtOf(
  { retryPolicy, maxRetries, attempt }: WaitingRow,
  dueAt: Date,
  deliveries: readonly TimelineDelivery[],
  asOf: string,
): string {
  const due = { attempt, running: null, dueAt: dueAt.toISOString(), deliveries };
  return predict({ policy: retryPolicy, maxRetries, asOf, ...due }).diesAt;
}

function readCursor(text: string | undefined): WaitingCursor | null {
  const parts = cursorParts(text, /^(infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,9})_(\d{1,15})_(\d{1,9})$/);
  const [visibleAt = '', ...numbers] = parts ?? [];
  const [queueId = 0, off = 0, groupId = 0] = numbers.map(Number);
  return parts === null ? null : { visibleAt, queueId, off, groupId };
}
