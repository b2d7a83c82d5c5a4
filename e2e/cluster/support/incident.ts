import type { ExpectStatic } from 'vitest';

import { browseDeadLetters, cancelRedrive, listDeadLetterCauses } from '../../../lib/broker';
import { helperName } from '../../../lib/cluster/redrive/helpers';
import { oneGroupConfig } from '../../../lib/cluster/admin/group-config-one';
import { listClusterRedriveItems, readClusterRedrive } from '../../../lib/engine/rocketmq/redrives/read';
import { readyRun } from '../../../lib/engine/rocketmq/redrives/ready';
import { startClusterRedrive } from '../../../lib/engine/rocketmq/redrives/start';
import type { CareWish } from '../../../lib/model/redrive/redrive-care';
import type { RedriveWay } from '../../../lib/model/redrive/redrive-way';
import { readDeadLetters } from '../../../lib/testing/cluster/read-dead-letters';
import { clusterRedriveLeave } from '../../../lib/store/queries/cluster-redrive/send';
import { type AttachedScene, OPERATOR } from './describe-real';

/** The first two are mended between two re-drives, the last one never. */
export const BODIES = ['fail 1', 'fail 2', 'fail always'];
const verdictsOf = (fine: 'consumed' | 'not-failed') => ({
  'fail 1': fine,
  'fail 2': fine,
  'fail always': 'died-again',
});
/** Of 5.x clients each delivery takes a long poll; a trace is looked for up to three times. */
const SEEN_MS = { timeout: 200_000, interval: 500 };

export interface Came {
  readonly id: string;
  readonly body: string;
}

export interface Incident {
  readonly group: string;
  readonly topic: string;
  readonly way: RedriveWay;
  /** The three letters by cause. */
  readonly causes: Readonly<Record<string, number>>;
  /** Everything that came to the group so far, and to another group of the topic. */
  readonly got: () => readonly Came[];
  readonly witnessed: () => readonly Came[];
  readonly mend: () => Promise<void> | void;
  /** What can be seen of a message that came back and did not fail. */
  readonly fine?: 'consumed' | 'not-failed';
  readonly send: (body: string) => Promise<void>;
}

/**
 * Three messages have died of which each broker may have some. They are indexed and have their causes; a plan says how
 * they come back; the canary of a first re-drive fails and stops it; then the application is mended, and a second
 * re-drive has its verdict on each. Another group of the topic gets nothing of it, and what is sent to all after it.
 */
export async function playIncident(
  expect: ExpectStatic,
  { broker: { ctx }, engine }: AttachedScene,
  { group, topic, way, causes, got, witnessed, mend, send, fine = 'consumed' }: Incident,
): Promise<{ readonly again: readonly Came[] }> {
  const indexed = async () =>
    (await browseDeadLetters(engine.letters, { group })).items.map((letter) => [letter.topic, letter.messageId]);
  await expect.poll(async () => (await indexed()).length, SEEN_MS).toBe(BODIES.length);
  const letters = await readDeadLetters(engine.cluster, group);
  const bodies = new Map(letters.map(({ messageId, body }) => [messageId, body.toString()]));
  expect([...bodies.values()].toSorted()).toEqual(BODIES);
  expect(new Set((await indexed()).map(String))).toEqual(new Set([...bodies.keys()].map((id) => `${topic},${id}`)));
  const named = async () =>
    Object.fromEntries(
      (await listDeadLetterCauses(engine.letters, { group })).items.map(({ errorType, brokerCause, count }) => [
        errorType ?? brokerCause,
        count,
      ]),
    );
  await expect.poll(named, SEEN_MS).toEqual(causes);

  await expect.poll(() => readyRun(engine, { group, all: true }), SEEN_MS).toMatchObject({ way: { way } });
  const { others, parts } = await readyRun(engine, { group, all: true });
  expect(others).toEqual([]);
  const ofBrokers = parts.filter(({ part }) => part === 'broker').map(({ label, count }) => [label, count]);
  const lie = (name: string) => letters.filter(({ broker }) => broker === name).length;
  const places = [...new Set(letters.map(({ broker }) => broker))];
  expect(Object.fromEntries(ofBrokers)).toEqual(Object.fromEntries(places.map((name) => [name, lie(name)])));

  await expect.poll(() => new Set(witnessed().map(({ body }) => body)), SEEN_MS).toEqual(new Set(BODIES));
  const witnessedBefore = witnessed().length;
  const start = (care: CareWish) =>
    startClusterRedrive(engine, { group, all: true, reason: 'mended', actor: OPERATOR, ...care });
  const read = (redriveId: number) => readClusterRedrive(ctx, engine, redriveId);

  const itemsOf = async (redriveId: number) =>
    (
      await ctx.store.console.query<{ sentMs: number; firstMs: number | null }>(
        `SELECT ord, broker, state, attempt, why, extract(epoch FROM sent_at)::float8 * 1000 AS "sentMs",
                extract(epoch FROM first_at)::float8 * 1000 AS "firstMs", sent_topic, sent_queue, sent_off::int
           FROM cluster_redrive_item WHERE redrive_id = $1 ORDER BY ord`,
        [redriveId],
      )
    ).rows;

  const gotBefore = got().length;
  const first = await start({ canary: { count: 1 } });
  expect(first).toMatchObject({ selected: 3, excluded: 0 });
  await expect
    .poll(() => read(first.redriveId), SEEN_MS)
    .toMatchObject({
      ...{ state: 'stopped', way, stop: { rule: 'canary-failed', failed: 1, of: 1 } },
      counts: { released: 1, diedAgain: 1, notYetFetched: 2 },
    });
  expect(
    new Set(
      got()
        .slice(gotBefore)
        .map(({ id }) => id),
    ).size,
  ).toBe(1);
  const ended = { redriveId: first.redriveId, actor: OPERATOR };
  expect(await cancelRedrive(engine.letters, ended, clusterRedriveLeave)).toMatchObject({
    left: 2,
  });
  // The canary is a dead letter again: the one of its second death.
  await expect.poll(async () => (await indexed()).length, SEEN_MS).toBe(BODIES.length);

  await mend();
  const mendedFrom = got().length;
  const second = await start({ canary: { count: 1 }, ramp: null, abort: null });
  expect(second).toMatchObject({ selected: 3, excluded: 0 });
  const verdicts = async () =>
    Object.fromEntries(
      (await listClusterRedriveItems(ctx, engine, { redriveId: second.redriveId })).items.map(
        ({ messageId, verdict }) => [bodies.get(messageId), verdict],
      ),
    );
  await expect
    .poll(verdicts, SEEN_MS)
    .toEqual(verdictsOf(fine))
    .catch(async (cause: unknown) => {
      const state = { run: await read(second.redriveId), items: await itemsOf(second.redriveId), got: got() };
      throw new Error(JSON.stringify(state), { cause });
    });
  expect(await read(second.redriveId)).toMatchObject({ state: 'completed', failing: null });
  const items = await itemsOf(second.redriveId);
  // A broker that does not answer in time lets another one's letter be the canary.
  const [canary, ...rest] = items.toSorted((x, y) => x.sentMs - y.sentMs);
  for (const { sentMs } of rest) expect(sentMs, JSON.stringify(items)).toBeGreaterThan(canary?.firstMs ?? Infinity);

  const again = got().slice(mendedFrom);
  expect(new Set(again.map(({ body }) => body))).toEqual(new Set(BODIES));
  // The same messages, not new ones.
  for (const { id, body } of again) expect(bodies.get(id)).toBe(body);
  await expect
    .poll(async () => (await indexed()).map(([, id = '']) => bodies.get(id) ?? '').toSorted(), SEEN_MS)
    // What may still come back stays in the list.
    .toEqual(fine === 'consumed' ? ['fail always'] : BODIES);
  if (way === 'pop-retry') {
    const helper = { group: helperName({ group, topic }) };
    const helpers = async () =>
      (await engine.cluster.gather((_broker, ask) => ask(oneGroupConfig, helper))).parts.map(({ value }) => value);
    await expect.poll(helpers, SEEN_MS).toEqual([null, null]);
  }
  // The other group listens all the while.
  await send('the end');
  const since = () => witnessed().slice(witnessedBefore);
  await expect.poll(() => since().length, SEEN_MS).toBeGreaterThan(0);
  expect(since().map(({ body }) => body)).toEqual(['the end']);
  return { again };
}
