import { known, bound, type ToldReading } from '../../model/reading';
import { consumeStats } from '../admin/consume-stats';
import { consumerOffset } from '../admin/consumer-offset';
import { resetGroupOffset, TO_THE_END } from '../admin/reset-offset';
import { searchOffset } from '../admin/search-offset';
import { refuseSystemGroup, refuseSystemTopic } from '../admin/system-names';
import { topicStats } from '../admin/topic-stats';
import type { Cluster } from '../cluster';
import { type Answers, mapAnswers, missingWords, requireAll, requireSome } from '../topology/answers';

export interface ResetInput {
  readonly group: string;
  readonly topic: string;
  /** Everything sent since then is delivered (again); null: skip to the end. Retry topics stay as they are. */
  readonly since: Date | null;
}

export interface ResetQueuePlan {
  readonly broker: string;
  readonly queueNo: number;
  /** Null: the group has no position here. */
  readonly from: number | null;
  readonly to: number;
}

export interface ResetPreview {
  readonly queues: readonly ResetQueuePlan[];
  /** Delivered already, and once more. */
  readonly again: ToldReading<number>;
  readonly skipped: ToldReading<number>;
}

export async function previewReset(cluster: Cluster, { group, topic, since }: ResetInput): Promise<ResetPreview> {
  const answers = requireSome(
    await cluster.gather(async (broker, ask) => {
      const [stats, queues] = await Promise.all([ask(consumeStats, { group, topic }), ask(topicStats, { topic })]);
      return Promise.all(
        (queues ?? []).map(async ({ queueNo, maxOffset }): Promise<ResetQueuePlan> => {
          const row = stats.find((of) => of.topic === topic && of.queueNo === queueNo);
          // Asked for one topic, brokers answer 0 for a group that took nothing.
          const stands =
            row?.consumerOffset === 0 ? await ask(consumerOffset, { group, topic, queueNo }) : row?.consumerOffset;
          const to = since === null ? maxOffset : await ask(searchOffset, { topic, queueNo, atMs: since.getTime() });
          return { broker, queueNo, from: stands == null || stands < 0 ? null : stands, to };
        }),
      );
    }),
  );
  const queues = answers.parts.flatMap(({ value }) => value);
  const sum = (count: (from: number, to: number) => number): ToldReading<number> => {
    // Without an offset nothing was delivered, and nothing is delivered again.
    const total = queues.reduce((rest, { from, to }) => rest + Math.max(0, count(from ?? to, to)), 0);
    const missing = missingWords(answers);
    return missing === null ? known(total, answers.asOf) : bound('atLeast', total, answers.asOf, missing);
  };
  return { queues, again: sum((from, to) => from - to), skipped: sum((from, to) => to - from) };
}

/** On every master; returns how many queues moved at each. @throws BrokerError unavailable when one is silent before */
export async function resetOffset(cluster: Cluster, { group, topic, since }: ResetInput): Promise<Answers<number>> {
  refuseSystemGroup(group);
  refuseSystemTopic(topic);
  requireAll(await cluster.askMasters(topicStats, { topic }));
  const atMs = since === null ? TO_THE_END : since.getTime();
  const answers = await cluster.askMasters(resetGroupOffset, { group, topic, atMs });
  return mapAnswers(answers, (queues) => queues.length);
}
