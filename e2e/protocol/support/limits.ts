import type { BrokerContext, SetLimitInput } from '../../../lib/broker';
import { removeLimit, setLimit } from '../../../lib/broker';
import { type ProtocolBroker, TESTER } from './broker';

export interface Raisable {
  raise(hard: number): Promise<void>;
  remove(): Promise<void>;
}

type Limit = Pick<SetLimitInput, 'kind' | 'scope' | 'subject' | 'hard'> & Partial<SetLimitInput>;

/** Sets a limit as an operator does. */
export async function setTestLimit(ctx: BrokerContext, input: Limit): Promise<Raisable> {
  const given = { version: 0, reason: 'test', actor: TESTER, ...input };
  let { version } = await setLimit(ctx, given);
  return {
    raise: async (hard) => {
      ({ version } = await setLimit(ctx, { ...given, hard, version }));
    },
    remove: () => removeLimit(ctx, { ...given, version }),
  };
}

/** Refusals counted so far whose labels (limit, topic, group, client, access key) begin so. */
export function countRefused({ counted }: Pick<ProtocolBroker, 'counted'>, labels: string): number {
  let sum = 0;
  for (const [key, count] of counted) {
    if (key.startsWith(`redrive_throttled_requests_total ${labels}`)) sum += count;
  }
  return sum;
}

/** A stored message: where it is, and its body. */
export interface StoredRow {
  readonly queue: number;
  readonly offset: number;
  readonly body: string;
}

export async function storedRows({ database }: Pick<ProtocolBroker, 'database'>, topic: string): Promise<StoredRow[]> {
  const { rows } = await database.store.console.query<{ queue: number; offset: number; body: Buffer }>(
    `SELECT q.queue_no AS queue, m.off::int AS "offset", m.body FROM message m
       JOIN topic t USING (topic_id) JOIN queue q USING (queue_id) WHERE t.name = $1 ORDER BY m.stored_at, q.queue_no, m.off`,
    [topic],
  );
  return rows.map(({ body, ...place }) => ({ ...place, body: body.toString() }));
}

export async function storedBodies(broker: Pick<ProtocolBroker, 'database'>, topic: string): Promise<string[]> {
  return (await storedRows(broker, topic)).map(({ body }) => body);
}
