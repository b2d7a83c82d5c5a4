import { expect, test } from 'vitest';

import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../../model/language/speech';
import { tell } from '../../model/language/t';
import { crashingStore } from '../../testing/crashing-store';
import { inFull } from '../../testing/full';
import { redirectStage } from '../../testing/redirects';
import { receiveNow } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { updateSetting } from '../setting/update';
import { cancelRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { readProblems } from '../problem/read-problems';
import { deleteGroup } from '../group/delete';
import { controlRedirect, planRedirect, readRedirect } from './redirects';
import { stepRedirects } from './step';

const { stage, actor, open, redirect, die, pass, consume, read, refusal } = redirectStage();

test('new dead letters go: the canary first, the rest when its copies were consumed; older ones stay', async () => {
  const at = await open();
  await at.from.sendMany(3);
  expect(await die(at.from)).toBe(3);
  expect(await planRedirect(stage.broker.ctx, { group: at.from.group, cause: null, topic: at.to.topic })).toEqual({
    ...{ readers: [at.to.group], hiddenReaders: 0, refusal: null },
    ...{ matching: { count: 3, atLeast: false }, lastDay: { count: 3, atLeast: false } },
  });
  stage.broker.clock.advance(1000);
  const made = await redirect(at);
  const ids = await at.from.sendMany(5);
  await die(at.from);
  await pass();
  expect(await read(made)).toMatchObject({ sent: 2, waiting: 3, state: 'active', canaryPassedAt: null });
  for (let again = 0; again < 3; again += 1) await pass(90_000);
  expect(await read(made)).toMatchObject({ sent: 2, canarySent: 2, canaryConsumed: 0 });
  expect(await consume(at.to)).toHaveLength(2);
  await pass();
  await pass();
  expect(await read(made)).toMatchObject({ sent: 5, waiting: 0, canaryConsumed: 2 });
  expect(await consume(at.to)).toHaveLength(3);
  expect((await at.from.deadLetters()).map(({ messageId }) => messageId).filter((id) => ids.includes(id))).toEqual([]);
  expect(await at.from.deadLetters()).toHaveLength(3);
  const { rows } = await stage.broker.database.store.console.query(
    `SELECT actor, action FROM audit WHERE target = $1 AND action LIKE 'redirect.%' ORDER BY audit_id`,
    [at.from.group],
  );
  expect(rows).toEqual([
    { actor: actor.name, action: 'redirect.create' },
    { actor: `redirect SR-${made.redirectId}`, action: 'redirect.canary-passed' },
  ]);
});

test('a canary that dies again pauses it, says why on Now, and a resumed one begins with a canary', async () => {
  const at = await open();
  const made = await redirect(at);
  await at.from.sendMany(4);
  await die(at.from);
  await pass();
  expect(await die(at.to)).toBe(2);
  await pass();
  const why = '2 of 2 canary messages became dead letters again';
  expect(await read(made)).toMatchObject({ state: 'paused', stoppedItself: true, stateWhy: why, waiting: 2 });
  const { stateWhy } = await readRedirect(stage.broker.ctx, made.redirectId);
  const inChinese = inSpeech(speechIn('zh-CN'), () => tell(stateWhy ?? ''));
  expect(inChinese).toBe('2 条金丝雀消息中有 2 条再次成为死信');
  const { items } = await readProblems(stage.broker.ctx);
  expect(items.find(({ kind }) => kind === 'redirect-stopped')).toMatchObject({
    subject: { name: `SR-${made.redirectId}` },
  });
  await pass(120_000);
  expect(await read(made)).toMatchObject({ sent: 2 });
  const control = { redirectId: made.redirectId, actor, reason: 'the consumer is fixed' };
  expect(await refusal(controlRedirect(stage.broker.ctx, { ...control, verb: 'resume', reason: ' ' }))).toContain(
    'bad-request',
  );
  await controlRedirect(stage.broker.ctx, { ...control, verb: 'resume' });
  await pass();
  await consume(at.to);
  await pass();
  expect(await read(made)).toMatchObject({ state: 'active', sent: 4, canarySent: 2, canaryConsumed: 2 });
  expect((await readProblems(stage.broker.ctx)).items.map(({ kind }) => kind)).not.toContain('redirect-stopped');
});

test('nothing that could lead back is made, and one that does since is paused before its next batch', async () => {
  const at = await open();
  const self = redirect({ from: at.from, to: at.from });
  expect(await refusal(self)).toContain(`${at.from.group} reads topic ${at.from.topic} itself`);
  const made = await redirect(at);
  expect(await refusal(redirect({ from: at.to, to: at.from }))).toContain('has a redirect back to');
  expect(await refusal(redirect(at))).toContain('already redirects all dead letters');
  await at.from.sendMany(1);
  await die(at.from);
  await receiveNow(stage.broker.ctx, { group: at.from.group, topic: at.to.topic });
  await pass();
  expect(await read(made)).toMatchObject({ state: 'paused', sent: 0, stoppedItself: true });
  const resumed = controlRedirect(stage.broker.ctx, {
    redirectId: made.redirectId,
    actor,
    reason: 'x',
    verb: 'resume',
  });
  expect(await refusal(resumed)).toContain('itself');
});

test('two redirects that lead to each other are not made at once either', async () => {
  const at = await open();
  const both = await Promise.all([refusal(redirect(at)), refusal(redirect({ from: at.to, to: at.from }))]);
  expect(both.filter((each) => each === 'not refused')).toHaveLength(1);
});

test('a message that comes back stays, and it is said why', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 1 });
  await at.from.sendMany(1);
  await die(at.from);
  await pass();
  await consume(at.to);
  await at.from.sendMany(1);
  await die(at.from);
  await pass();
  await pass(61_000);
  expect(await read(made)).toMatchObject({ sent: 2 });
  await die(at.to);
  // A person sends it back to where it came from.
  const back = {
    group: at.to.group,
    all: true as const,
    target: { topic: at.from.topic },
    reason: 'by mistake',
    actor,
  };
  await startRedrive(stage.broker.ctx, back);
  await stepRedrives(stage.broker.ctx);
  expect(await die(at.from)).toBe(1);
  await pass(61_000);
  expect(await read(made)).toMatchObject({
    ...{ sent: 2, waiting: 0, stays: [{ why: 'redirected by this redirect before', count: 1 }] },
  });
});

test('what it sends stops with it: a pause, a cancelled re-drive, the end', async () => {
  const at = await open();
  const made = await redirect(at, { ratePerSecond: 1, canary: 5 });
  await at.from.sendMany(5);
  await die(at.from);
  await pass();
  const { runId } = await read(made);
  const control = { redirectId: made.redirectId, actor, reason: 'wait' };
  expect(await controlRedirect(stage.broker.ctx, { ...control, verb: 'pause' })).toMatchObject({ runState: 'paused' });
  await controlRedirect(stage.broker.ctx, { ...control, verb: 'resume' });
  expect(await read(made)).toMatchObject({ state: 'active', runState: 'running', stoppedItself: false });
  await cancelRedrive(stage.broker.ctx, { redriveId: runId ?? 0, actor });
  await pass();
  expect(await read(made)).toMatchObject({ state: 'paused', stateWhy: `its re-drive RD-${runId} was cancelled` });
  await controlRedirect(stage.broker.ctx, { ...control, verb: 'resume' });
  await pass();
  stage.broker.clock.advance(24 * 3_600_000);
  await pass();
  expect(await read(made)).toMatchObject({
    ...{ state: 'ended', stateWhy: 'its end date has come', runState: 'cancelled' },
  });
  expect(await refusal(controlRedirect(stage.broker.ctx, { ...control, verb: 'resume' }))).toContain(
    'has changed since',
  );
});

test('bodies that are hidden in the topics of the group are not sent where they would be shown', async () => {
  const at = await open();
  const { ctx } = stage.broker;
  const rule = { name: 'cards', topics: [at.from.topic], wholeBody: true, paths: [], properties: [] };
  const save = async (rules: object[]) => {
    const { version } = await ctx.settings.refresh('masking');
    const value = { rules: rules as never };
    await updateSetting(ctx, { name: 'masking', version, value, reason: 'test', actor });
  };
  await save([{ ...rule, seenFrom: 'operator', shownTo: 'nobody' }]);
  expect(await refusal(redirect(at))).toContain('Rule cards hides parts of messages');
  await save([]);
  const made = await redirect(at);
  await save([{ ...rule, seenFrom: 'operator', shownTo: 'nobody' }]);
  await at.from.sendMany(1);
  await die(at.from);
  await pass();
  expect(await read(made)).toMatchObject({ state: 'paused', sent: 0 });
  await save([]);
});

test('the group is deleted: its redirect ends', async () => {
  const at = await open();
  const { redirectId } = await redirect(at);
  await deleteGroup(stage.broker.ctx, {
    name: at.from.group,
    confirm: at.from.group,
    dryRun: false,
    reason: 'gone',
    actor,
  });
  const { rows } = await stage.broker.database.store.console.query(
    `SELECT state FROM redirect WHERE redirect_id = $1 AND state <> 'ended'`,
    [redirectId],
  );
  expect(rows).toEqual([]);
  await pass();
});

test('a batch that another process has started, or that was paused meanwhile, starts no second re-drive', async () => {
  const at = await open();
  const made = await redirect(at);
  await at.from.sendMany(4);
  await die(at.from);
  await pass();
  const { runId } = await read(made);
  const start = (batch: number) => {
    const taken = { redirectId: made.redirectId, batch, restMs: 0, lookedTo: null };
    const asked = { group: at.from.group, all: true as const, target: { topic: at.to.topic }, reason: 'again', actor };
    return refusal(startRedrive(stage.broker.ctx, { ...asked, redirect: taken }));
  };
  expect(await start(0)).toContain('busy: The redirect was paused or ended');
  await controlRedirect(stage.broker.ctx, { redirectId: made.redirectId, verb: 'pause', reason: 'wait', actor });
  expect(await start(1)).toContain('busy');
  expect(await read(made)).toMatchObject({ runId, sent: 2, waiting: 2 });
});

test('two nodes at once, of which one dies all the time: nothing is sent twice, and nothing is lost', async () => {
  const { database, ctx, clock } = stage.broker;
  const mortal = crashingStore(database.store);
  const node = await createBrokerContext({ store: mortal.store, log: ctx.log, metrics: ctx.metrics, clock });
  const at = await open();
  await redirect(at, { canary: 1 });
  const sent: string[] = [];
  const got: string[] = [];
  for (let after = 1; after <= inFull(40, 80); after += 1) {
    sent.push(...(await at.from.sendMany(2)));
    await die(at.from);
    clock.advance(61_000);
    mortal.dieAfter(after);
    await Promise.all([
      stepRedirects(node).catch(() => undefined),
      stepRedirects(ctx),
      stepRedrives(node).catch(() => undefined),
    ]);
    await stepRedrives(ctx);
    got.push(...(await consume(at.to)));
  }
  mortal.dieAfter(Number.POSITIVE_INFINITY);
  for (let again = 0; again < 3; again += 1) {
    await pass(61_000);
    got.push(...(await consume(at.to)));
  }
  expect(got.toSorted()).toEqual(sent.toSorted());
});
