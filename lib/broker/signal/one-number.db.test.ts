import { expect, test } from 'vitest';

import type { ProblemKind } from '../../model/problem/problem';
import type { Signal } from '../../model/signal/signal';
import { alarmStage } from '../../testing/alarms';
import { readBacklogGauges } from '../backlog/gauges';
import { browseDeadLetters } from '../dead-letter/browse';
import { holdLetters } from '../dead-letter/hold';
import { pauseGroup } from '../group/pause';
import { readProblems } from '../problem/read-problems';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { signalReader } from './read-signals';

/** A fact has one number: Now, alarm rules, metrics and the navigation agree, also between two samples. */
const { stage, why, open, tick, scene, only, die } = alarmStage();

const alarmValue = async (signal: Signal, group: string, windowMs: number) =>
  (await signalReader(stage.broker.ctx, stage.broker.clock.nowOrNull())(signal, windowMs)).get(group) ?? null;

async function onNow(kind: ProblemKind, group: string) {
  const { items } = await readProblems(stage.broker.ctx);
  return items.find((each) => each.kind === kind && each.subject.name === group)?.numbers ?? null;
}

async function gauge(name: string, group: string): Promise<number | null> {
  const gauges = await readBacklogGauges(stage.broker.ctx);
  return gauges.find((each) => each.name === name && each.labels['consumer_group'] === group)?.value ?? null;
}

test('a paused group needs no consumer: neither Now nor an alarm says so', async () => {
  const at = await scene();
  await only(at, { watch: 'no-consumer', threshold: 20, clearBelow: 1, forMs: 0, clearForMs: 0 });
  await at.sendMany(1);
  await tick(3);
  expect([await open(), await onNow('no-consumer', at.group)]).toMatchObject([
    [{ value: 20 }],
    { ready: { value: 1 } },
  ]);
  await pauseGroup(stage.broker.ctx, { name: at.group, ...why });
  await tick();
  expect([await open(), (await readProblems(stage.broker.ctx)).items]).toEqual([[], []]);
});

test('deliveries per message: of the last five minutes, and unknown when no levels are read', async () => {
  const at = await scene({ maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  await at.sendMany(10);
  for (const message of await at.push()) await at.fail(message);
  stage.broker.clock.advance(2000);
  for (const message of await at.push()) await at.ack(message);
  await tick();
  const said = async (): Promise<unknown> => [
    await alarmValue('amplification', at.group, 300_000),
    (await onNow('retry-amplification', at.group))?.['perMessage'],
    await gauge('redrive_retry_amplification', at.group),
  ];
  expect(await said()).toMatchObject([2, { kind: 'value', value: 2 }, 2]);
  stage.broker.clock.advance(70_000);
  expect(await said()).toMatchObject([null, { kind: 'stale', value: 2 }, null]);
  stage.broker.clock.advance(225_000);
  await tick();
  expect(await said()).toEqual([0, undefined, null]);
});

test('dead letters that expire, messages that move to the DLQ: an alarm of the time on Now has the number of Now', async () => {
  const at = await scene({ maxRetries: 0 });
  const keep = { keepHours: 12, version: 0, mayRemove: 0, actor: why.actor };
  await setDeadLetterRetention(stage.broker.ctx, keep);
  await die(at, 2);
  await tick();
  const [letter] = (await browseDeadLetters(stage.broker.ctx, { group: at.group, limit: 1 })).items;
  await holdLetters(stage.broker.ctx, { group: at.group, ...why, messageIds: [letter?.messageId ?? ''] });
  const said = async (): Promise<unknown> => [
    await alarmValue('expiring-dead-letters', at.group, 24 * 3_600_000),
    (await onNow('expiring-letters', at.group))?.['expiring'],
    await gauge('redrive_expiring_dead_letters', at.group),
  ];
  expect(await said()).toMatchObject([2, { value: 2 }, 2]);
  await tick();
  expect(await said()).toMatchObject([1, { value: 1 }, 1]);
});

test('blocked keys: the navigation counts what Now lists', async () => {
  const at = await scene({ deliveryOrder: 'ordered', maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  await at.send({ messageGroup: 'k' });
  await at.fail(await at.one(at.push()));
  await tick();
  const said = async (): Promise<unknown> => [
    await alarmValue('blocked-key', at.group, 0),
    (await onNow('blocked-keys', at.group))?.['keys'],
    (await readProblems(stage.broker.ctx)).totals.blockedKeys,
  ];
  expect(await said()).toMatchObject([10, { value: 1 }, 1]);
  await at.ack(await at.one(at.push()));
  expect(await said()).toEqual([0, undefined, 0]);
});
