import { expect, test } from 'vitest';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { makeDefaultRules } from '../alarm/defaults';
import { reportFailure } from '../failure/report';
import { updateSetting } from '../setting/update';
import { readLintFacts } from './lint-facts';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };

async function factsOf(at: Scene) {
  const { ctx } = stage.broker;
  return await readLintFacts(ctx, await ctx.groups.find(at.group));
}

test('what applications report as too many requests is distinguished from other failures', async () => {
  const at = await Scene.open(stage.broker);
  const texts = ['429 from the gateway', 'Too many requests', 'no postcode', 'RateLimited: slow down'];
  await at.sendMany(texts.length);
  const held = await at.push();
  for (const [index, { messageId }] of held.entries())
    await reportFailure(stage.broker.ctx, {
      ...{ messageId, group: at.group, attempt: 1, errorType: 'Error', message: texts[index] ?? '' },
    });
  expect(await factsOf(at)).toMatchObject({ reported: 4, throttled: 3 });
  expect(await factsOf(await Scene.open(stage.broker))).toMatchObject({ reported: 0, throttled: 0 });
});

test('every report of the day counts, however many there are of one cause', async () => {
  const at = await Scene.open(stage.broker);
  await at.sendMany(2);
  const held = await at.push();
  for (const [index, message] of ['no postcode', '429 from the gateway'].entries())
    await reportFailure(stage.broker.ctx, {
      ...{ messageId: held[index]?.messageId ?? '', group: at.group, attempt: 1, errorType: 'Error', message },
    });
  await stage.broker.ctx.store.console.query(
    `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at,
       fingerprint)
     SELECT f.group_id, f.queue_id, 1000000 + f.off * 15000 + i, 0, 1, f.error_type, f.message, f.reported_at,
            f.fingerprint
       FROM failure_report f JOIN consumer_group g USING (group_id), generate_series(1, 14999) i WHERE g.name = $1`,
    [at.group],
  );
  expect(await factsOf(at)).toMatchObject({ reported: 30_000, throttled: 15_000 });
});

test('how long processing takes is known from 20 acknowledged deliveries on', async () => {
  const at = await Scene.open(stage.broker);
  await at.sendMany(20);
  const held = await at.push({ batchSize: 32 });
  stage.broker.clock.advance(1_200);
  await at.ack(...held.slice(0, 19));
  expect((await factsOf(at)).p99Ms).toBeNull();
  stage.broker.clock.advance(1_300);
  await at.ack(...held.slice(19));
  expect((await factsOf(at)).p99Ms).toBe(2_500);
});

test('how long letters are kept, and whether an alarm watches them', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker);
  expect(await factsOf(at)).toMatchObject({ keepMs: null, hasAlarm: false });
  await updateSetting(ctx, { name: 'dead-letter-retention', value: { keepHours: 24 }, version: 0, actor });
  await makeDefaultRules(ctx);
  expect(await factsOf(at)).toMatchObject({ keepMs: 24 * 3_600_000, hasAlarm: true });
  await ctx.store.console.query("UPDATE alarm_rule SET enabled = false WHERE subject = ''");
  expect(await factsOf(at)).toMatchObject({ hasAlarm: false });
});
