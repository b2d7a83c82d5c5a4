import { expect, test } from 'vitest';

import { filteredCounts, filteredMinutes } from '../../store/queries/filter/filtered-counts';
import { historyRollUp } from '../../store/queries/history/history-levels';
import { receiveNow } from '../../testing/broker';
import { filterStage, type Names, sql } from '../../testing/filters';
import { fail } from '../delivery/fail';
import { flushHistory } from '../history/flush';
import type { MessageFilter } from './parse-filter';

const { stage, scene, sendMany, ackAll } = filterStage();

const tag = (expression: string) => ({ type: 'TAG' as const, expression });
const red = { ...tag('red'), sql: sql("TAGS = 'red'") };

async function drain(names: Names, filter: MessageFilter): Promise<number> {
  let got = 0;
  for (let batch; (batch = await receiveNow(stage.broker.ctx, { ...names, filter })).length > 0; got += batch.length)
    await ackAll(names, batch);
  return got;
}

async function counted({ group }: Names): Promise<unknown> {
  const { ctx } = stage.broker;
  await flushHistory(ctx);
  const { groupId } = await ctx.groups.find(group);
  return (await filteredCounts(ctx.store.console, ctx.clock.nowOrNull(), groupId)).map(({ topic, ...counts }) => ({
    ...{ topic, now: counts.last10Minutes, day: counts.lastDay },
  }));
}

test.each([
  ['tags, unordered', 'concurrent', tag('red')],
  ['SQL, unordered', 'concurrent', red.sql],
  ['tags, ordered', 'ordered', tag('red')],
  ['SQL, ordered', 'ordered', red.sql],
] as const)('%s: each message that the filter leaves out is counted once', async (_, deliveryOrder, filter) => {
  const names = await scene({ deliveryOrder }, 2);
  await sendMany(names.topic, 90, (index) => ({
    ...{ tag: index % 3 === 0 ? 'red' : index % 3 === 1 ? 'blue' : null },
    ...(deliveryOrder === 'ordered' ? { messageGroup: `key-${index % 9}` } : {}),
  }));
  expect(await drain(names, filter)).toBe(30);
  expect(await counted(names)).toEqual([{ topic: names.topic, now: 60, day: 60 }]);
});

test('nothing matches, and what every filter matches: 40 and none', async () => {
  const [none, all] = [await scene(), await scene()];
  for (const { topic } of [none, all]) await sendMany(topic, 40, () => ({ tag: 'red' }));
  expect(await drain(none, tag('blue'))).toBe(0);
  expect(await drain(all, tag('red || blue'))).toBe(40);
  expect(await drain(all, tag('*'))).toBe(0);
  expect([await counted(none), await counted(all)]).toEqual([[{ topic: none.topic, now: 40, day: 40 }], []]);
});

test('two clients of one group with different filters: delivered and left out are all that was sent', async () => {
  const names = await scene();
  await sendMany(names.topic, 40, (index) => ({ tag: index % 2 === 0 ? 'red' : 'blue' }));
  const [one] = await receiveNow(stage.broker.ctx, { ...names, filter: tag('red'), batchSize: 1, clientId: 'a' });
  expect(one?.tag).toBe('red');
  const got = 1 + (await drain(names, tag('blue')));
  expect(await counted(names)).toEqual([{ topic: names.topic, now: 40 - got, day: 40 - got }]);
});

test.each([
  ['tags', tag('blue')],
  ['SQL', sql("TAGS = 'blue'")],
])('a retry that no longer matches is counted: %s', async (_, filter) => {
  const names = await scene({ maxRetries: 3 });
  await sendMany(names.topic, 1, () => ({ tag: 'red' }));
  const [first] = await receiveNow(stage.broker.ctx, { ...names, filter: tag('red') });
  const handle = { receiptHandle: first?.receiptHandle ?? '', messageId: first?.messageId ?? '', clientId: 'c' };
  await fail(stage.broker.ctx, { ...names, ...handle });
  stage.broker.clock.advance(60_000);
  expect(await drain(names, filter)).toBe(0);
  expect(await counted(names)).toEqual([{ topic: names.topic, now: 1, day: 1 }]);
});

test('members of a broadcast group lose nothing to each other: not counted', async () => {
  const names = await scene({ messageModel: 'broadcasting' });
  await receiveNow(stage.broker.ctx, { ...names, filter: tag('blue') });
  await sendMany(names.topic, 5, () => ({ tag: 'red' }));
  expect(await drain(names, tag('blue'))).toBe(0);
  expect(await counted(names)).toEqual([]);
});

test('counts go over a failed flush, become minutes, and end with their age', async () => {
  const names = await scene();
  await sendMany(names.topic, 7, () => ({ tag: 'red' }));
  expect(await drain(names, tag('blue'))).toBe(0);
  const { ctx, clock } = stage.broker;
  const { meter, store } = ctx;
  const held = meter.drain();
  meter.restore(held);
  expect(await counted(names)).toEqual([{ topic: names.topic, now: 7, day: 7 }]);
  const { groupId } = await ctx.groups.find(names.group);
  expect(await filteredMinutes(store.console, clock.nowOrNull(), groupId)).toMatchObject([{ filtered: 7 }]);
  clock.advance(120_000);
  await historyRollUp(store.broker, clock.nowOrNull());
  const steps = async () =>
    (await store.console.query('SELECT step_s, filtered FROM filter_sample WHERE group_id = $1 ORDER BY 1', [groupId]))
      .rows;
  expect(await steps()).toEqual([
    { step_s: 10, filtered: 7 },
    { step_s: 60, filtered: 7 },
  ]);
  clock.advance(25 * 3_600_000);
  await historyRollUp(store.broker, clock.nowOrNull());
  expect(await steps()).toEqual([{ step_s: 60, filtered: 7 }]);
  clock.advance(14 * 24 * 3_600_000);
  await historyRollUp(store.broker, clock.nowOrNull());
  expect(await steps()).toEqual([]);
});
