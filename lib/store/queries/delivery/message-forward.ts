import type { Queryable } from '../../queryable';

export interface ForwardKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly ordered: boolean;
  readonly leaseId: number | null;
  readonly bit: number | null;
  readonly epoch: number | null;
}

export type ForwardOutcome = 'dead' | 'already' | 'stale';

/** Moves a held message to the dead letters. */
export async function messageForward(
  db: Queryable,
  now: Date | null,
  key: ForwardKey,
  attempts: number,
  policyVersion: number,
): Promise<ForwardOutcome> {
  const { rows } = await db.query<{ outcome: ForwardOutcome }>(
    'SELECT message_forward($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS outcome',
    [now, key.groupId, key.queueId, key.leaseId, key.bit, key.off, key.epoch, attempts, policyVersion, key.ordered],
  );
  return rows[0]?.outcome ?? 'stale';
}
