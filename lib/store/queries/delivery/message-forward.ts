import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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
    sql(
      `SELECT message_forward(p_now => $now, p_group => $groupId, p_queue => $queueId, p_lease => $leaseId,
        p_bit => $bit, p_off => $off, p_epoch => $epoch, p_attempts => $attempts, p_policy_version => $policyVersion,
        p_ordered => $ordered) AS outcome`,
      {
        now,
        groupId: key.groupId,
        queueId: key.queueId,
        leaseId: key.leaseId,
        bit: key.bit,
        off: key.off,
        epoch: key.epoch,
        attempts,
        policyVersion,
        ordered: key.ordered,
      },
    ),
  );
  return rows[0]?.outcome ?? 'stale';
}
