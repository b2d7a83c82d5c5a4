import { expect, test } from 'vitest';

import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { listDeadLetterCauses } from '../dead-letter/causes';
import { reportFailure } from '../failure/report';
import { readCause } from './read';
import { triageCause } from './triage';

const stage = brokerStage();
const actor = (name: string) => ({ kind: 'operator' as const, name });

async function dieOf(at: Scene, message: string): Promise<string> {
  const messageId = await at.send();
  const held = await at.one(at.push());
  await reportFailure(stage.broker.ctx, { group: at.group, messageId, attempt: 1, errorType: 'E', message });
  await at.fail(held);
  stage.broker.clock.advance(2000);
  const [cause] = (await listDeadLetterCauses(stage.broker.ctx, { group: at.group })).items;
  return cause?.key ?? '';
}

test('a decision is kept with who made it and is on record; who saw an older one is refused', async () => {
  const { ctx, database } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  const fingerprint = await dieOf(at, 'no stock');
  const cause = { group: at.group, fingerprint };
  const first = { ...cause, state: 'open' as const, note: 'asked the warehouse', owner: 'po', version: 0 };
  expect(await triageCause(ctx, { ...first, actor: actor('ana') })).toEqual({ version: 1 });
  await expect(triageCause(ctx, { ...first, note: 'mine', actor: actor('ben') })).rejects.toMatchObject({
    ...{ code: 'conflict', field: 'version', limit: 1, value: 0, message: expect.stringContaining('ana') as string },
  });
  expect((await readCause(ctx, cause)).triage).toMatchObject({ note: 'asked the warehouse', owner: 'po', by: 'ana' });
  const { rows } = await database.store.console.query<{ actor: string; after: { note: string } }>(
    `SELECT actor, after FROM audit WHERE action = 'cause.triage' AND target = $1`,
    [`${at.group} ${fingerprint}`],
  );
  expect(rows).toMatchObject([{ actor: 'ana', after: { note: 'asked the warehouse', version: 1 } }]);
});

test('resolved is regressed as soon as it fails again; ignored ends at its time and at its rate', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  const cause = { group: at.group, fingerprint: await dieOf(at, 'no stock') };
  const state = async (): Promise<string> => (await readCause(ctx, cause)).shownState;
  const by = { ...cause, actor: actor('ana') };
  expect(await state()).toBe('open');
  await triageCause(ctx, { ...by, state: 'resolved' });
  expect(await state()).toBe('resolved');
  clock.advance(5000);
  await dieOf(at, 'no stock');
  expect(await state()).toBe('regressed');
  await triageCause(ctx, {
    ...by,
    state: 'ignored',
    ignore: { until: new Date(clock.nowOrNull().getTime() + 60_000) },
  });
  expect(await state()).toBe('ignored');
  clock.advance(61_000);
  expect(await state()).toBe('open');
  await triageCause(ctx, { ...by, state: 'ignored', ignore: { perHour: 3 } });
  expect(await state()).toBe('ignored');
  for (let more = 0; more < 3; more += 1) await dieOf(at, 'no stock');
  expect(await state()).toBe('open');
});
