import type { Queryable } from '../../queryable';

export interface LeaseBitKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly leaseId: number;
  readonly bit: number;
  readonly ordered: boolean;
}

/** Takes one message out of a lease into a row of its own with a new end; answers its new epoch, null when the lease is over. */
export async function leaseSplit(
  db: Queryable,
  now: Date | null,
  key: LeaseBitKey,
  invisibleMs: number,
  policyVersion: number,
): Promise<number | null> {
  const { rows } = await db.query<{ epoch: number | null }>(
    'SELECT lease_split($1, $2, $3, $4, $5, $6, $7, $8) AS epoch',
    [now, key.groupId, key.queueId, key.leaseId, key.bit, invisibleMs, policyVersion, key.ordered],
  );
  return rows[0]?.epoch ?? null;
}
