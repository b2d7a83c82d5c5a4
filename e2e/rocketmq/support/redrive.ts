import { createGroup, createTopic, updateGroup } from '../../../lib/broker';
import type { RetryPolicy } from '../../../lib/model/delivery/retry-policy';
import { startBroker, TESTER } from '../../protocol/support/broker';
import type { GroupOptions, Target } from './target';

const LONG_POLL_MS = 20_000;
const DEFAULT_MAX_RETRIES = 16;

/** The product's broker and gateway, with the poll it has by default. */
export async function startRedrive(): Promise<Target> {
  const broker = await startBroker({ longPollMs: LONG_POLL_MS });
  let last: Promise<unknown> = Promise.resolve();
  /**
   * One after the other, as the real broker takes them: scenarios set up 150 groups at once, and on a busy machine the
   * last of them would wait longer for a connection than an operator may.
   */
  function inTurn(change: () => Promise<unknown>): Promise<void> {
    const changed = last.then(change);
    last = changed.catch(() => undefined);
    return changed.then(() => undefined);
  }
  return {
    name: 'redrive',
    port: broker.port,
    createTopic: (name, messageType, queues) =>
      inTurn(() => createTopic(broker.ctx, { name, messageType, queues, actor: TESTER })),
    createGroup: (name, options) =>
      inTurn(() => createGroup(broker.ctx, { name, actor: TESTER, ...settings(options) })),
    changeGroup: (name, options) =>
      inTurn(async () => {
        const { version } = await broker.ctx.groups.find(name);
        await updateGroup(broker.ctx, { name, version, actor: TESTER, ...settings(options) });
      }),
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
