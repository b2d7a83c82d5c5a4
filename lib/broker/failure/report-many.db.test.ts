import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { LiveChange } from '../../model/live-change';
import { redriveFailures } from '../../store/queries/redrive/redrive-failures';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { browseDeadLetters } from '../dead-letter/browse';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { listRedrives } from '../redrive/read';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { createTopic } from '../topic/create';
import type { ReportFailureInput } from '../process/failure/check-report';
import { reportFailure } from './report';
import { reportFailures } from './report-many';

let broker: TestBroker;
const actor = systemActor('test');
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function makeNames(name: string, maxRetries: number): Promise<{ group: string; topic: string }> {
  const retryPolicy = { type: 'fixed', intervalMs: 1000 } as const;
  await createGroup(broker.ctx, { name, actor, maxRetries, retryPolicy });
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  return { group: name, topic: name };
}

test('a report lands on the delivery it is about: before its failure, after it, after death, after a re-drive', async () => {
  const { ctx, clock } = broker;
  const names = await makeNames('late', 2);
  const { messageId } = testMessage();
  await send(ctx, { topic: names.topic, messages: [testMessage({ messageId })] });
  const say = (attempt: number, message: string): Promise<unknown> =>
    reportFailure(ctx, { messageId, group: names.group, attempt, errorType: 'E', message });
  const failNext = async (meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> => {
    const [delivered] = await receiveNow(ctx, names);
    await meanwhile();
    await fail(ctx, { ...names, receiptHandle: delivered?.receiptHandle ?? '', messageId, clientId: 'client-1' });
    clock.advance(1500);
  };
  const causes = async (): Promise<(string | null)[]> =>
    (await browseDeadLetters(ctx, { group: names.group })).items.map(({ errorMessage }) => errorMessage);

  await failNext(() => say(1, 'before its failure'));
  await failNext();
  await say(2, 'after its failure');
  await failNext();
  expect(await causes()).toEqual([null]);
  const heard: LiveChange[] = [];
  const leave = ctx.changes.subscribe((change) => heard.push(change));
  await say(3, 'after its death');
  expect(await causes()).toEqual(['after its death']);
  // An open page of dead letters reads again.
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'dead-letter', group: names.group }));
  leave();

  const again = await makeNames('redriven', 1);
  const second = testMessage();
  await send(ctx, { topic: again.topic, messages: [second] });
  const fall = async (): Promise<void> => {
    const [delivered] = await receiveNow(ctx, again);
    const { receiptHandle = '' } = delivered ?? {};
    await fail(ctx, { ...again, receiptHandle, messageId: second.messageId, clientId: 'client-1' });
    clock.advance(1500);
  };
  await fall();
  await fall();
  await startRedrive(ctx, { group: again.group, all: true, reason: '', actor });
  await stepRedrives(ctx);
  await fall();
  const report = { messageId: second.messageId, group: again.group, errorType: 'E' };
  await reportFailures(ctx, [
    { ...report, attempt: 2, message: 'of the life before the re-drive' },
    { ...report, attempt: 1, message: 'of the life since' },
  ]);
  const timelines = await readTimeline(ctx, { messageId: second.messageId });
  const kept = timelines.find(({ group }) => group === again.group)?.reasons ?? [];
  expect(kept.map(({ generation, attempt, message }) => [generation, attempt, message])).toEqual([
    [1, 1, 'of the life since'],
    [0, 2, 'of the life before the re-drive'],
  ]);
});

test('a report that a re-drive overtakes is about the life in which the delivery failed', async () => {
  const { ctx, clock, database } = broker;
  const names = await makeNames('overtaken', 0);
  const { messageId } = testMessage();
  await send(ctx, { topic: names.topic, messages: [testMessage({ messageId })] });
  const fall = async (): Promise<void> => {
    const [delivered] = await receiveNow(ctx, names);
    const { receiptHandle = '' } = delivered ?? {};
    clock.advance(2000);
    await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
    clock.advance(200);
  };
  const report = { messageId, group: names.group, attempt: 1, errorType: 'E' };
  const kept = async (): Promise<unknown[]> => {
    const timelines = await readTimeline(ctx, { messageId });
    const reasons = timelines.find(({ group }) => group === names.group)?.reasons ?? [];
    return reasons.map(({ generation, attempt, message }) => [generation, attempt, message]);
  };
  await fall();
  // The client gathers its report while this happens.
  await startRedrive(ctx, { group: names.group, all: true, reason: '', actor, canary: null, abort: null });
  await stepRedrives(ctx);
  clock.advance(2000);
  // From now on: 2,200 ms ago the second delivery, 6,400 ms ago the first; each took 2,000 ms to fail.
  await fall();
  const [{ redriveId } = { redriveId: 0 }] = (await listRedrives(ctx, { group: names.group })).items;
  const causes = async (): Promise<unknown> => await redriveFailures(database.store.console, redriveId);
  expect(await reportFailures(ctx, [{ ...report, message: 'second 7', agoMs: 200 }])).toEqual([{ stored: true }]);
  // What it died of before is not known so far: that is no other cause.
  expect(await causes()).toMatchObject([{ count: 1, same: 0, other: 0 }]);
  expect(await reportFailures(ctx, [{ ...report, message: 'second 8', agoMs: 4400 }])).toEqual([{ stored: true }]);
  expect(await kept()).toEqual([
    [1, 1, 'second 7'],
    [0, 1, 'second 8'],
  ]);
  expect(await causes()).toMatchObject([{ count: 1, same: 1, other: 0 }]);
  await database.store.console.query(`UPDATE failure_report SET fingerprint = 'another' WHERE generation = 0`);
  expect(await causes()).toMatchObject([{ count: 1, same: 0, other: 1 }]);
  // The record of the first life is past the retention: a report of then is not about the second.
  await database.store.console.query(`DELETE FROM failure_report`);
  // The wait in the broker counts: by then it is longer ago than the second delivery.
  const statement = vi.spyOn(ctx.store.broker, 'query');
  statement.mockReturnValueOnce(setTimeout(300, { rows: [] }) as never);
  const behind = reportFailures(ctx, [{ ...report, messageId: 'unknown', message: 'm' }]);
  await vi.waitFor(() => expect(statement).toHaveBeenCalled());
  await reportFailures(ctx, [{ ...report, message: 'waited', agoMs: 2100 }]);
  await behind;
  statement.mockRestore();
  expect(await kept()).toEqual([[0, 1, 'waited']]);
  await database.store.console.query(`DELETE FROM failure_report`);
  await database.store.console.query(`DELETE FROM delivery_event WHERE generation = 0`);
  await reportFailures(ctx, [{ ...report, message: 'third', agoMs: 4400 }]);
  expect(await kept()).toEqual([[0, 1, 'third']]);
});

test('a report of a delivery whose failure has not arrived is about the life that is under way', async () => {
  const { ctx, clock } = broker;
  const names = await makeNames('ahead', 0);
  const { messageId } = testMessage();
  await send(ctx, { topic: names.topic, messages: [testMessage({ messageId })] });
  await receiveNow(ctx, names);
  clock.advance(1000);
  const report = { messageId, group: names.group, attempt: 1, errorType: 'E', message: 'm', agoMs: 900 };
  expect(await reportFailures(ctx, [report])).toEqual([{ stored: true }]);
  const timelines = await readTimeline(ctx, { messageId });
  expect(timelines.find(({ group }) => group === names.group)?.reasons).toMatchObject([{ generation: 0, attempt: 1 }]);
  for (const agoMs of [-1, 1.5, 86_400_001])
    await expect(reportFailures(ctx, [{ ...report, agoMs }])).rejects.toMatchObject({
      ...{ code: 'bad-request', field: 'items.0.agoMs', limit: '0 to 86400000', value: agoMs },
    });
});

test('of many reports each has its own outcome; a malformed one refuses the call and is named', async () => {
  const { ctx } = broker;
  const names = await makeNames('many', 0);
  const known = testMessage();
  await send(ctx, { topic: names.topic, messages: [known] });
  await receiveNow(ctx, names);
  const report: ReportFailureInput = {
    messageId: known.messageId,
    group: names.group,
    attempt: 1,
    errorType: 'E',
    message: 'm',
  };
  const good = [report, report, { ...report, messageId: 'unknown' }, { ...report, group: 'nowhere' }];
  await expect(reportFailures(ctx, [...good, { ...report, attempt: 0 }])).rejects.toMatchObject({
    code: 'bad-request',
    field: 'items.4.attempt',
    value: 0,
  });
  expect(await reportFailures(ctx, good)).toEqual([
    { stored: true },
    { stored: false },
    { error: expect.objectContaining({ code: 'message-not-found', field: 'messageId', value: 'unknown' }) },
    { error: expect.objectContaining({ code: 'group-not-found', field: 'group' }) },
  ]);
  await expect(reportFailures(ctx, [])).rejects.toMatchObject({ field: 'items', limit: '1 to 100', value: 0 });
  const tooMany = Array.from({ length: 101 }, () => report);
  await expect(reportFailures(ctx, tooMany)).rejects.toMatchObject({ field: 'items', value: 101 });
});

test('a storm of reports is stored in a few statements, and one that finds the lane full is refused', async () => {
  const { ctx } = broker;
  const names = await makeNames('storm', 0);
  const messages = Array.from({ length: 400 }, () => testMessage());
  await send(ctx, { topic: names.topic, messages });
  while ((await receiveNow(ctx, names)).length > 0);
  const statements = vi.spyOn(ctx.store.broker, 'query');
  const reports = messages.map(({ messageId }) => ({
    ...{ messageId, group: names.group, attempt: 1, errorType: 'E', message: 'm' },
  }));
  expect(await Promise.all(reports.map((report) => reportFailure(ctx, report)))).toEqual(
    reports.map(() => ({ stored: true })),
  );
  expect(statements.mock.calls.length).toBeLessThan(10);
  statements.mockRestore();
  const flood = Array.from({ length: 2600 }, () => reports[0]).flatMap((report) => report ?? []);
  const settled = await Promise.allSettled(flood.map((report) => reportFailure(ctx, report)));
  // Those before it may have waited too long, on a machine that is busy.
  expect(settled.at(-1)).toMatchObject({
    ...{ status: 'rejected' },
    reason: { code: 'too-many-requests', field: 'failure-reports', limit: '2000 waiting' },
  });
});
