import type { Queryable } from '../../queryable';

export interface RetryKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

/** Acknowledges re-deliveries; true where this epoch is committed (now or by an earlier call). */
export async function retryAck(
  db: Queryable,
  now: Date | null,
  keys: readonly RetryKey[],
  ordered: boolean,
): Promise<boolean[]> {
  const { rows } = await db.query<{ acked: boolean }>({
    name: 'retry_ack',
    text: 'SELECT acked FROM retry_ack($1, $2, $3, $4, $5, $6) ORDER BY ord',
    values: [
      now,
      keys.map(({ groupId }) => groupId),
      keys.map(({ queueId }) => queueId),
      keys.map(({ off }) => off),
      keys.map(({ epoch }) => epoch),
      ordered,
    ],
  });
  return rows.map(({ acked }) => acked);
}
