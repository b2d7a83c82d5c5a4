import { createGroup } from '../broker/group/create';
import { createTopic } from '../broker/topic/create';
import { systemActor } from '../model/audit/actor';
import { brokerStage } from './broker-stage';

interface PairInput {
  readonly ordered?: boolean;
  readonly maxRetries?: number;
  readonly intervalMs?: number;
}

/**
 * A broker in which nothing contradicts anything after the tests of a file, and in it groups that retry after a fixed
 * interval, each with a topic of its own and of the same name.
 */
export function retryStage(prefix: string) {
  const stage = brokerStage({ checksInvariants: true });
  const actor = systemActor('test');
  let pairs = 0;
  return {
    stage,
    /** @returns the name of the group and of its topic */
    openPair: async ({ ordered = false, maxRetries = 3, intervalMs = 60_000 }: PairInput = {}): Promise<string> => {
      pairs += 1;
      const name = `${prefix}-${pairs}`;
      const { ctx } = stage.broker;
      const retryPolicy = { type: 'fixed', intervalMs } as const;
      const deliveryOrder = ordered ? 'ordered' : 'concurrent';
      await createGroup(ctx, { name, deliveryOrder, maxRetries, retryPolicy, actor });
      await createTopic(ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 1, actor });
      return name;
    },
  };
}
