import { bound, known, type ToldReading } from '../../model/reading';
import { consumeStats } from '../admin/consume-stats';
import { consumerOffset } from '../admin/consumer-offset';
import { resetQueueOffset } from '../admin/reset-offset';
import { topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { type Answers, missingWords, requireAll, requireSome } from '../topology/answers';
import { problemOf } from './remove-topics';
import { type Reason, type Told, told } from '../../model/language/t';

/** Where a group stood in a queue before a reset, and where the reset put it. */
export interface LeftPosition {
  readonly broker: string;
  readonly queueNo: number;
  readonly from: number;
  readonly to: number;
}

export interface LeftPositions {
  readonly group: string;
  readonly topic: string;
  readonly queues: readonly LeftPosition[];
}

export interface GoBackPlan {
  /** Delivered to the group, again where it had them before the reset. */
  readonly delivered: ToldReading<number>;
  readonly skipped: ToldReading<number>;
  /** Why the group cannot go back; null: it can. */
  readonly blocker: Reason | null;
}

/** What it means to go back to the positions before a reset. @throws BrokerError unavailable: no broker answered */
export async function planGoBack(cluster: Cluster, positions: LeftPositions): Promise<GoBackPlan> {
  const { queues } = positions;
  const answers = requireSome(
    await cluster.gather((broker, ask) =>
      blockersAt(
        ask,
        positions,
        queues.filter((queue) => queue.broker === broker),
      ),
    ),
  );
  const missing = missingWords(answers);
  const sum = (count: (queue: LeftPosition) => number): ToldReading<number> => {
    const total = queues.reduce((rest, queue) => rest + Math.max(0, count(queue)), 0);
    return missing === null ? known(total, answers.asOf) : bound('atLeast', total, answers.asOf, missing);
  };
  const [blocker] = answers.parts.flatMap(({ value }) => value);
  const gone = queues.find(({ broker }) => !isIn(answers, broker));
  return {
    delivered: sum(({ from, to }) => to - from),
    skipped: sum(({ from, to }) => from - to),
    blocker: blocker ?? goneWords(gone, missing),
  };
}

function isIn({ parts }: Answers<unknown>, broker: string): boolean {
  return parts.some((part) => part.broker === broker);
}

function goneWords(gone: LeftPosition | undefined, missing: Told | null): Told | null {
  if (missing !== null) return told('The offsets are unknown: {reason}.', { reason: missing });
  return gone === undefined ? null : told('{broker} is no longer a broker of this cluster.', { broker: gone.broker });
}

async function blockersAt(
  ask: Ask,
  { group, topic }: LeftPositions,
  queues: readonly LeftPosition[],
): Promise<readonly Told[]> {
  if (queues.length === 0) return [];
  const [rows, stored] = await Promise.all([ask(consumeStats, { group, topic }), ask(topicStats, { topic })]);
  const blockers = await Promise.all(
    queues.map(async ({ broker, queueNo, from, to }): Promise<Told | null> => {
      const range = stored?.find((queue) => queue.queueNo === queueNo);
      const place = told('{broker} queue {queue}', { broker, queue: queueNo });
      if (range === undefined) return told('{queue} of {topic} no longer exists.', { queue: place, topic });
      const row = rows.find((of) => of.topic === topic && of.queueNo === queueNo);
      // Asked for one topic, brokers answer 0 for a group that took nothing.
      const now =
        row?.consumerOffset === 0 ? await ask(consumerOffset, { group, topic, queueNo }) : row?.consumerOffset;
      if (now === from) return null;
      if (now !== to)
        return told(
          `The offset of {group} in {queue} is {now}, not {to}: the group has consumed, or messages arrived during the
            reset.`,
          { group, queue: place, now: now ?? told('none'), to },
        );
      if (from < range.minOffset && to !== from)
        return told('The messages at {from} of {queue} have been removed. The oldest message is at {least}.', {
          ...{ from, queue: place, least: range.minOffset },
        });
      return from > range.maxOffset
        ? told('{queue} ends at {end}, before {from}.', { queue: place, end: range.maxOffset, from })
        : null;
    }),
  );
  return blockers.flatMap((blocker) => blocker ?? []);
}

/** At each broker by itself: a broker that fails, or has another position afterwards, is a part of the outcome. */
export async function goBack(
  cluster: Cluster,
  { group, topic, queues }: LeftPositions,
): Promise<readonly { readonly broker: string; readonly problem: Reason | null }[]> {
  requireAll(await cluster.askMasters(topicStats, { topic }));
  const brokers = [...new Set(queues.map(({ broker }) => broker))].toSorted();
  return Promise.all(
    brokers.map(async (broker) => {
      const moved = queues.filter((queue) => queue.broker === broker && queue.from !== queue.to);
      const problem = await problemOf(async () => {
        for (const { queueNo, from, to } of moved) {
          await cluster.ask(broker, resetQueueOffset, { group, topic, queueNo, offset: from });
          const now = await cluster.ask(broker, consumerOffset, { group, topic, queueNo });
          // A client may have gone on from there already.
          if (now === null || now < from || (from < to && now >= to))
            throw new Error(`queue ${queueNo} is at ${now ?? 'no offset'}, not ${from}`);
        }
      });
      return { broker, problem };
    }),
  );
}
