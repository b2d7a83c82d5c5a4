/** What the live stream says: ids only. The receiver always reads again; nothing here is shown to anyone. */
export const liveChangeKinds = [
  'message',
  'group',
  'topic',
  'dead-letter',
  'redrive',
  'client',
  'limit',
  'access-key',
  'setting',
  /** New figures of every group: each 10 s. */
  'sample',
  'alarm',
] as const;

export type LiveChangeKind = (typeof liveChangeKinds)[number];

export interface LiveChange {
  readonly kind: LiveChangeKind;
  readonly group?: string | undefined;
  readonly messageId?: string | undefined;
  readonly redriveId?: string | undefined;
}

/** Which changes make a query worth asking again. A missing field on either side matches everything. */
export interface LiveInterest {
  readonly kinds: readonly LiveChangeKind[];
  readonly group?: string | undefined;
  readonly messageId?: string | undefined;
  readonly redriveId?: string | undefined;
}

export function concerns(interest: LiveInterest, change: LiveChange): boolean {
  return (
    interest.kinds.includes(change.kind) &&
    sameOrOpen(interest.group, change.group) &&
    sameOrOpen(interest.messageId, change.messageId) &&
    sameOrOpen(interest.redriveId, change.redriveId)
  );
}

function sameOrOpen(wanted: string | undefined, changed: string | undefined): boolean {
  return wanted === undefined || changed === undefined || wanted === changed;
}
