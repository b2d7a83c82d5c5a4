import type { ExpectStatic } from 'vitest';

import { helperName } from '../../../lib/cluster/admin/delete-helper';
import { oneGroupConfig } from '../../../lib/cluster/admin/group-config-one';
import { pull } from '../../../lib/cluster/admin/pull';
import type { Cluster } from '../../../lib/cluster/cluster';
import { deadLetterTopic } from '../../../lib/cluster/read/retry-topic';
import { makeHelper, removeHelper } from '../../../lib/cluster/redrive/helpers';
import { prepareWay, sendCopy } from '../../../lib/cluster/redrive/send-copy';
import { markStarts, type WatchPlan } from '../../../lib/cluster/redrive/tails';
import { Watch } from '../../../lib/cluster/redrive/watch';
import type { RedriveWay } from '../../../lib/model/redrive-way';
import { readDeadLetters } from '../../../lib/testing/cluster/read-dead-letters';

export const BODIES = ['fail 1', 'fail 2', 'fail always'];

/** How many dead letters a group has at all brokers. */
export async function deathsOf(cluster: Cluster, group: string): Promise<number> {
  const { parts } = await cluster.gather((_broker, ask) =>
    ask(pull, { topic: deadLetterTopic(group), queueNo: 0, offset: 0, most: 1 }),
  );
  return parts.reduce((sum, { value }) => sum + (value?.max ?? 0), 0);
}

interface RedriveAll {
  readonly group: string;
  readonly topic: string;
  readonly way: RedriveWay;
  /** The outcome of each, by body. */
  readonly expected: Readonly<Record<string, string>>;
}

/** Re-drives the three dead letters of a group, and waits for the outcome of each. */
export async function redriveAll(
  expect: ExpectStatic,
  cluster: Cluster,
  { group, topic, way, expected }: RedriveAll,
): ReturnType<typeof readDeadLetters> {
  const letters = await readDeadLetters(cluster, group);
  expect(letters.map(({ body }) => body.toString()).toSorted()).toEqual(BODIES);
  const lineage = `test-${group}`;
  const topics = [...new Set(letters.map((letter) => letter.topic))];
  expect(topics).toEqual([topic]);
  const places = [...new Set(letters.map(({ broker }) => broker))];
  const plan = { group, way, lineage, brokers: places.map((broker) => ({ broker, topics })) };
  const starts = await markStarts(cluster, plan);
  const watch = new Watch(cluster, { ...plan, starts } satisfies WatchPlan);
  for (const broker of places) {
    await prepareWay(cluster, broker, way, topic);
    if (way === 'pop-retry') await makeHelper(cluster, broker, { group, topic });
  }
  for (const [ord, letter] of letters.entries()) {
    const outcome = await sendCopy(cluster, { letter, way, lineage, ord });
    expect(outcome).toMatchObject({ kind: 'sent' });
    if (outcome.kind !== 'sent') continue;
    const { queueNo, offset } = outcome.at;
    watch.add({
      ord,
      broker: letter.broker,
      topic: letter.topic,
      place: way === 'send-back' ? null : { queueNo, offset },
    });
  }
  const history: string[] = [];
  await expect
    .poll(
      async () => {
        const { items } = await watch.round();
        const now = Object.fromEntries(items.map(({ ord, verdict }) => [letters[ord]?.body.toString(), verdict.state]));
        if (JSON.stringify(now) !== history.at(-1)) history.push(JSON.stringify(now));
        return now;
      },
      { timeout: 100_000, interval: 500, message: history.join('\n') },
    )
    .toEqual(expected);
  for (const broker of places) {
    if (way !== 'pop-retry') continue;
    const helper = { group, topic };
    await removeHelper(cluster, broker, helper);
    expect(await cluster.ask(broker, oneGroupConfig, { group: helperName(helper) })).toBeNull();
  }
  // Only "fail always" is a new dead letter, and it knows where it comes from.
  const after = (await readDeadLetters(cluster, group)).filter(({ properties }) => 'REDRIVE_ID' in properties);
  expect(after.map(({ body, properties }) => [body.toString(), properties['REDRIVE_ID']?.split('.')[0]])).toEqual([
    ['fail always', lineage],
  ]);
  return letters;
}
