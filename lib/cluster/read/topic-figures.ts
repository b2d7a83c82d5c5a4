import { reasonOfError } from '../../model/errors';
import { told, type Told } from '../../model/language/t';
import { known, type ToldReading, unknown } from '../../model/reading';
import { messageAt } from '../browse/message-at';
import { searchOffset } from '../admin/search-offset';
import { topicStats } from '../admin/topic-stats';
import type { Cluster } from '../cluster';
import { mapAnswers, requireSome, type SilentBroker, sumAnswers } from '../topology/answers';

export interface QueueFigures {
  readonly broker: string;
  readonly queueNo: number;
  readonly stored: number;
  readonly minOffset: number;
  /** Where the next message is stored. */
  readonly endOffset: number;
  /** Stored in the minute before. */
  readonly lastMinute: number;
  /** Store time of the oldest message; null: none. */
  readonly oldestAt: ToldReading<string | null>;
  readonly lastAt: string | null;
}

export interface TopicFigures {
  readonly asOf: string;
  readonly queues: readonly QueueFigures[];
  readonly stored: ToldReading<number>;
  readonly inPerSecond: ToldReading<number>;
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}

const FIGURES_MS = 4_000;
const MINUTE_MS = 60_000;
/** A message that is stored does not change: its time is asked for once. */
const STORED_AT_MS = 600_000;
/** Each costs a broker a pull, the first time. */
const MOST_OLDEST = 64;

/** What the queues of a topic hold, and what comes in, at every broker. @throws BrokerError unavailable */
export async function readTopicFigures(cluster: Cluster, topic: string): Promise<TopicFigures> {
  return cluster.shared.read(`figures ${topic}`, FIGURES_MS, async () => {
    const sinceMs = cluster.options.now().getTime() - MINUTE_MS;
    const answers = requireSome(
      await cluster.gather(async (broker, ask) =>
        Promise.all(
          ((await ask(topicStats, { topic })) ?? []).map(async ({ queueNo, minOffset, maxOffset, lastTimestamp }) => {
            const isQuiet = lastTimestamp < sinceMs;
            const from = isQuiet ? maxOffset : await ask(searchOffset, { topic, queueNo, atMs: sinceMs });
            return {
              ...{ broker, queueNo, minOffset, endOffset: maxOffset, stored: Math.max(0, maxOffset - minOffset) },
              lastMinute: Math.max(0, maxOffset - Math.max(minOffset, from)),
              lastAt: lastTimestamp > 0 ? new Date(lastTimestamp).toISOString() : null,
            };
          }),
        ),
      ),
    );
    const { asOf, silent } = answers;
    // Brokers answer in the order of a hash map.
    const found = answers.parts.flatMap(({ value }) => value.toSorted((a, b) => a.queueNo - b.queueNo));
    const queues = await Promise.all(
      found.map(async (queue, index): Promise<QueueFigures> => {
        const { broker, queueNo, minOffset: offset } = queue;
        const oldestAt =
          index < MOST_OLDEST || queue.stored === 0
            ? await readStoredAt(cluster, { broker, topic, queueNo, offset }, queue.stored, asOf)
            : unknown<string | null, Told>(told('only {most, number} queues are asked for it', { most: MOST_OLDEST }));
        return { ...queue, oldestAt };
      }),
    );
    const sum = (of: (queue: (typeof found)[number]) => number): ToldReading<number> =>
      sumAnswers(mapAnswers(answers, (own) => own.reduce((total, queue) => total + of(queue), 0)));
    return {
      ...{ asOf, queues, silent, answered: answers.parts.map(({ broker }) => broker) },
      stored: sum(({ stored }) => stored),
      inPerSecond: sum(({ lastMinute }) => lastMinute / (MINUTE_MS / 1_000)),
    };
  });
}

type Place = Parameters<typeof messageAt>[1];

/** When the message at an offset was stored; null: there is none. */
export async function readStoredAt(
  cluster: Cluster,
  place: Place,
  stored: number,
  asOf: string,
): Promise<ToldReading<string | null>> {
  if (stored === 0) return known(null, asOf);
  const { broker, topic, queueNo, offset } = place;
  const key = `stored at ${broker} ${queueNo} ${offset} ${topic}`;
  try {
    const atMs = await cluster.shared.read(key, STORED_AT_MS, async () => {
      const message = await messageAt(cluster, place);
      return message?.storeTimestamp ?? null;
    });
    if (atMs !== null) return known(new Date(atMs).toISOString(), asOf);
    cluster.shared.forget(key);
    return unknown(told('its broker has just removed it'));
  } catch (error) {
    return unknown(reasonOfError(error));
  }
}
