import { createGroup, createTopic, updateGroup } from '../../../lib/broker';
import type { RetryPolicy } from '../../../lib/model/retry-policy';
import { startBroker, TESTER } from '../../protocol/support/broker';
import type { GroupOptions, Target } from './target';

const LONG_POLL_MS = 20_000;
const DEFAULT_MAX_RETRIES = 16;

/** The product's broker and gateway, with the poll it has by default. */
export async function startRedrive(): Promise<Target> {
  const broker = await startBroker({ longPollMs: LONG_POLL_MS });
  return {
    name: 'redrive',
    port: broker.port,
    createTopic: async (name, messageType, queues) => {
      await createTopic(broker.ctx, { name, messageType, queues, actor: TESTER });
    },
    createGroup: async (name, options) => {
      await createGroup(broker.ctx, { name, actor: TESTER, ...settings(options) });
    },
    changeGroup: async (name, options) => {
      const { version } = await broker.ctx.groups.find(name);
      await updateGroup(broker.ctx, { name, version, actor: TESTER, ...settings(options) });
    },
    close: async () => {
      await broker.close();
      if (broker.errors.length > 0) throw new Error(`Redrive logged errors:\n${broker.errors.join('\n')}`);
    },
  };
}

function settings({ ordered = false, maxRetries = DEFAULT_MAX_RETRIES, intervalsMs }: GroupOptions) {
  return {
    deliveryOrder: ordered ? ('ordered' as const) : ('concurrent' as const),
    maxRetries,
    ...(intervalsMs && { retryPolicy: retryPolicy(ordered, intervalsMs) }),
  };
}

/** An ordered group waits the same time after each failure. */
function retryPolicy(ordered: boolean, intervalsMs: readonly number[]): RetryPolicy {
  return ordered ? { type: 'fixed', intervalMs: intervalsMs[0] ?? 0 } : { type: 'customized', intervalsMs };
}
