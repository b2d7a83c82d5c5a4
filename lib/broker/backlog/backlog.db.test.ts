import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { flushHistory } from '../history/flush';
import { sampleHistory } from '../history/sample';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { readBacklogGauges, readCountGauges, readRedriveGauges } from './gauges';
import { readBacklogs, readGroupBacklog } from './read-backlogs';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(() => broker.clock.advance(60_000 - (broker.clock.nowOrNull().getTime() % 60_000)));

/** The end of a step: what was counted and what there is are written. */
async function step(): Promise<void> {
  await flushHistory(broker.ctx);
  await sampleHistory(broker.ctx);
  broker.clock.advance(10_000);
}

const backlogOf = async (at: Scene) =>
  await readGroupBacklog(broker.ctx, (await broker.ctx.groups.find(at.group)).groupId);

test('nothing sampled is unknown, one sample has no rate yet, and both say why', async () => {
  const at = await Scene.open(broker);
  expect(await backlogOf(at)).toMatchObject({
    level: { kind: 'unknown', reason: { message: 'not counted yet' } },
    drain: { kind: 'unknown', reason: { message: 'not counted yet' } },
  });
  await step();
  expect(await backlogOf(at)).toMatchObject({
    level: { kind: 'unknown', reason: { message: 'no consumer of this group has subscribed yet' } },
  });
  await at.push();
  await at.sendMany(3);
  await step();
  expect(await backlogOf(at)).toMatchObject({
    level: { kind: 'known', total: 3, ready: 3 },
    flow: { 1: { kind: 'unknown', reason: { values: { covered: 0, window: 60 } } } },
    drain: { kind: 'unknown' },
  });
  broker.clock.advance(60_000);
  expect(await backlogOf(at)).toMatchObject({ level: { kind: 'unknown', reason: { message: 'no newer count' } } });
});

test('a backlog grows without a consumer, drains with one, and is empty then', async () => {
  const at = await Scene.open(broker);
  await at.push();
  for (let index = 0; index < 7; index += 1) {
    await at.sendMany(10);
    await step();
  }
  expect(await backlogOf(at)).toMatchObject({
    level: { total: 70 },
    flow: { 1: { inPerSecond: 1, outPerSecond: 0, whole: true }, 5: { kind: 'unknown' } },
    drain: { kind: 'growing', perSecond: 1 },
  });
  for (let index = 0; index < 2; index += 1) {
    await at.ack(...(await at.push({ batchSize: 30 })));
    await step();
  }
  const draining = await backlogOf(at);
  expect(draining.level).toMatchObject({ total: 70 - 2 * 30 });
  broker.clock.advance(-10_000);
  for (let index = 0; index < 6; index += 1) {
    broker.clock.advance(10_000);
    await at.ack(...(await at.push({ batchSize: 1 })));
    await flushHistory(broker.ctx);
    await sampleHistory(broker.ctx);
  }
  expect((await backlogOf(at)).drain).toMatchObject({ kind: 'drains' });
  await at.ack(...(await at.push()));
  broker.clock.advance(10_000);
  await step();
  expect(await backlogOf(at)).toMatchObject({ level: { total: 0 }, drain: { kind: 'empty' } });
});

test('the load of a running re-drive is part of the time to drain; a paused one is not', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await at.sendMany(20);
  for (const held of await at.push()) await at.fail(held);
  await at.sendMany(60);
  for (let index = 0; index < 7; index += 1) {
    await at.ack(...(await at.push({ batchSize: 6 })));
    await step();
  }
  const before = await backlogOf(at);
  expect(before).toMatchObject({ redrive: null, drain: { kind: 'drains' } });
  await startRedrive(broker.ctx, {
    group: at.group,
    all: true,
    ratePerSecond: 1,
    reason: 'the fix is deployed',
    actor: systemActor('test'),
  });
  const during = await backlogOf(at);
  expect(during.redrive).toEqual({ messages: 20, ratePerSecond: 1 });
  if (before.drain.kind !== 'drains' || during.drain.kind !== 'drains') throw new Error('it drains');
  expect(during.drain.ms).toBeGreaterThan(before.drain.ms);
  expect(during.drain.ms).toBeGreaterThanOrEqual(20_000);
  await broker.database.store.console.query(`UPDATE redrive SET state = 'paused' WHERE finished_at IS NULL`);
  expect(await backlogOf(at)).toMatchObject({ redrive: null, paused: 20 });
  await broker.database.store.console.query(`UPDATE redrive SET state = 'running' WHERE finished_at IS NULL`);
  await stepRedrives(broker.ctx);
  const verdicts = await readRedriveGauges(broker.ctx);
  const of = verdicts.filter(({ labels }) => labels['consumer_group'] === at.group);
  expect(of.reduce((sum, { value }) => sum + value, 0)).toBe(20);
});

test('gauges tell first deliveries and retries apart; the list reads what one group reads', async () => {
  const at = await Scene.open(broker, { retryPolicy: { type: 'customized', intervalsMs: [5_000] } });
  await at.sendMany(4);
  const [failed, held, ...rest] = await at.push();
  if (failed === undefined || held === undefined) throw new Error('four were sent');
  await at.fail(failed);
  await at.ack(...rest);
  await at.sendMany(2);
  broker.clock.advance(7_000);
  await sampleHistory(broker.ctx);
  broker.clock.advance(3_000);
  const counted = vi.spyOn(broker.ctx.metrics, 'count');
  const gauges = await readBacklogGauges(broker.ctx);
  const read = (name: string, isRetry?: string): number | undefined =>
    gauges.find(
      ({ name: own, labels }) =>
        own === name && labels['consumer_group'] === at.group && labels['is_retry'] === isRetry,
    )?.value;
  expect(read('rocketmq_consumer_ready_messages', 'false')).toBe(2);
  expect(read('rocketmq_consumer_ready_messages', 'true')).toBe(1);
  expect(read('rocketmq_consumer_inflight_messages', 'false')).toBe(1);
  expect(read('rocketmq_consumer_lag_messages', 'false')).toBe(3);
  expect(read('rocketmq_consumer_lag_latency', 'false')).toBe(10_000);
  expect(read('rocketmq_consumer_queueing_latency', 'true')).toBe(5_000);
  expect(read('redrive_backlog_messages')).toBe(4);
  expect(read('redrive_backlog_in_rate')).toBeUndefined();
  // Its series is there before its first death.
  const labels = { topic: at.topic, consumer_group: at.group };
  expect(counted).toHaveBeenCalledWith('rocketmq_send_to_dlq_messages_total', labels, 0);
  counted.mockRestore();
  const all = await readBacklogs(broker.ctx);
  expect(all.of((await broker.ctx.groups.find(at.group)).groupId).level).toMatchObject({ total: 4 });
  broker.clock.advance(60_000);
  expect((await readBacklogGauges(broker.ctx)).filter(({ name }) => name !== 'redrive_retry_amplification')).toEqual(
    [],
  );
  const counts = await readCountGauges(broker.ctx);
  expect(counts.find(({ name }) => name === 'rocketmq_topic_number')?.value).toBeGreaterThan(3);
});
