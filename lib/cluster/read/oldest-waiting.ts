import { told } from '../../model/language/t';
import { known, type ToldReading, unknown } from '../../model/reading';
import { BrokerError } from '../../model/errors';
import { pull, type Pulled } from '../admin/pull';
import type { Cluster } from '../cluster';
import type { Lane } from '../topology/pace';
import type { GroupLag, OldestWaiting, QueueLag } from './lag';

/** Of one answer: more queues than that are not looked into. */
const MOST_PULLS = 64;

/**
 * The message that waits longest, from the store itself. A queue's first waiting message is younger than the last
 * consumed one, so queues are looked into in that order, and no further than it can matter.
 */
export async function readOldestWaiting(
  cluster: Cluster,
  lag: GroupLag,
  lane: Lane = 'page',
): Promise<ToldReading<OldestWaiting | null>> {
  if (lag.silent.length > 0) {
    const brokers = lag.silent.map(({ broker }) => broker);
    return unknown(told('{brokers} did not respond and may have an older one', { brokers }));
  }
  const queues = lag.topics.flatMap(({ topic, queues: own }) =>
    own.map((queue) => ({ topic, queue, ...waitingAt(queue) })),
  );
  const unclear = queues.find(({ offset }) => offset === null);
  if (unclear !== undefined)
    return unknown(told('the offset of the group in {topic} is unknown', { topic: unclear.topic }));
  const waiting = queues.filter(({ count }) => count > 0).toSorted((a, b) => leastTime(a.queue) - leastTime(b.queue));
  let oldest: OldestWaiting | null = null;
  let pulls = 0;
  for (const { topic, queue, offset } of waiting) {
    if (oldest !== null && Date.parse(oldest.storedAt) <= leastTime(queue)) break;
    if (pulls >= MOST_PULLS)
      return unknown(told('messages wait in more than {most, number} queues', { most: MOST_PULLS }));
    pulls += 1;
    const ask = (from: number): Promise<Pulled | null> =>
      cluster.ask(queue.broker, pull, { topic, queueNo: queue.queueNo, offset: from, most: 1 }, lane);
    const storedAt = await storeTime(ask, offset ?? 0);
    if (storedAt instanceof BrokerError) return unknown(storedAt.reason);
    if (storedAt === null || (oldest !== null && oldest.storedAt <= storedAt)) continue;
    oldest = { topic, broker: queue.broker, queueNo: queue.queueNo, storedAt };
  }
  return known(oldest, lag.asOf);
}

/** From where on messages wait. */
function waitingAt({ endOffset, notDelivered }: QueueLag): { readonly offset: number | null; readonly count: number } {
  if (notDelivered.kind === 'unknown') return { offset: null, count: 0 };
  return { offset: endOffset - notDelivered.value, count: notDelivered.value };
}

/** No message that waits was stored before. */
function leastTime({ lastConsumedAt }: QueueLag): number {
  return lastConsumedAt === null ? 0 : Date.parse(lastConsumedAt);
}

/** Null: what waited has gone by retention. */
async function storeTime(
  ask: (from: number) => Promise<Pulled | null>,
  from: number,
): Promise<string | null | BrokerError> {
  try {
    let pulled = await ask(from);
    if (pulled !== null && pulled.messages.length === 0 && pulled.next > from && pulled.next < pulled.max)
      pulled = await ask(pulled.next);
    const first = pulled?.messages[0];
    return first === undefined ? null : new Date(first.storeTimestamp).toISOString();
  } catch (error) {
    if (error instanceof BrokerError) return error;
    throw error;
  }
}
