import { told } from '../../model/language/t';
import type { RuntimeInfo } from '../admin/runtime-info';
import type { Ask } from '../cluster';
import { classicRetryTopic } from '../read/retry-topic';
import { readLevels } from '../schedule/read-levels';
import type { BrokerFacts } from '../topology/facts';
import { type Found, type WaitingRetry, waitingOf } from './waiting';

/** What 4.x clients sent back waits among the delayed messages. */
export async function readScheduled(
  ask: Ask,
  { broker, group, ...of }: { broker: string; group: string; facts: BrokerFacts; info: RuntimeInfo },
): Promise<Found> {
  const items: WaitingRetry[] = [];
  const left = await readLevels(ask, of, (message, dueMs) => {
    if (message.properties['REAL_TOPIC'] !== classicRetryTopic(group)) return;
    items.push(waitingOf(message, { broker, group, state: 'waits', limit: 'client', dueMs }));
  });
  const leftWhy =
    left === 0
      ? null
      : told('{left, number} scheduled messages of all groups on {broker} were not read', { left, broker });
  return { items, count: items.length, unopened: 0, leftWhy };
}
