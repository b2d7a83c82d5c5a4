import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { openSession } from '../../auth/session';
import { askApproval, createGroup, createTopic, restoreLetters, send, updateSetting } from '../../broker';
import { fail } from '../../broker/delivery/fail';
import { withMetadata } from '../../store/metadata';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { browser } from '../../testing/next';
import { approveRequestAction, refuseRequestAction, withdrawRequestAction } from '../actions/approvals';
import { discardLettersAction } from '../actions/dead-letters';
import { route } from '../http/operation';
import { listApprovals } from '../operations/approvals/approvals';
import type { ApprovalPlanView } from '../operations/approvals/views';
import { discardDeadLetters } from '../operations/dead-letters/change';
import { resetGroupOffset } from '../operations/groups/reset-offset';
import { startRedrive } from '../operations/redrives/start';
import { reads } from '../reads/registry';

const actor = { kind: 'system', name: 'test' } as const;
const ORIGIN = 'http://console.test';
const GROUP = 'billing';
const sessions = new Map<string, string>();
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: GROUP, maxRetries: 0, actor });
  const names = { topic: 'orders', group: GROUP };
  await receiveNow(ctx, names);
  for (let made = 0; made < 12; made += 1) await send(ctx, { topic: 'orders', messages: [testMessage()] });
  for (const { receiptHandle, messageId } of await receiveNow(ctx, { ...names, batchSize: 12 }))
    await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  for (let made = 0; made < 6; made += 1) await send(ctx, { topic: 'orders', messages: [testMessage()] });
  for (const [name, role] of [
    ['ana', 'operator'],
    ['bo', 'operator'],
    ['vi', 'viewer'],
  ] as const) {
    const email = `${name}@example.com`;
    const { operatorId } = await database.store.prisma.operator.create({ data: { email, role } });
    const session = await withMetadata(database.store.prisma, (tx) =>
      openSession(tx, { operatorId, email }, { address: '127.0.0.1', agent: 'test' }),
    );
    sessions.set(name, session);
  }
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  await api.broker.database.store.console.query('DELETE FROM approval');
  await rules({ workspace: '', group: '*', fromMessages: 5 });
});

function signIn(name: 'ana' | 'bo' | 'vi'): void {
  const cookie = `redrive-session=${sessions.get(name) ?? ''}`;
  browser.headers = new Headers({ host: 'console.test', origin: ORIGIN, cookie });
}

async function rules(...given: { workspace: string; group: string; fromMessages: number }[]): Promise<void> {
  const { ctx } = api.broker;
  const { version } = await ctx.settings.refresh('approvals');
  const value = { rules: given, expiresAfterHours: 8 };
  await updateSetting(ctx, { name: 'approvals', version, value, reason: 'test', actor });
}

async function deadLetters(): Promise<number> {
  const { rows } = await api.broker.database.store.console.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM dead_letter',
  );
  return rows[0]?.n ?? -1;
}

/** The bound of a dry run. */
async function through(): Promise<number> {
  return Number((await call(route(discardDeadLetters), { body: { ...all, dryRun: true } })).data['throughId']);
}

async function restore(): Promise<void> {
  await restoreLetters(api.broker.ctx, { group: GROUP, all: true, reason: 'test', actor });
}

async function approvals() {
  const { data } = await call(route(listApprovals));
  return data['items'] as { id: string; state: string; messages: number; askedBy: string; outcome: string | null }[];
}

async function numberOf(index = 0): Promise<number> {
  return Number((await approvals())[index]?.id.slice(2));
}

const all = { group: GROUP, all: true, reason: 'the gateway is back' };

test('a discard of too many is kept, changes nothing, and is made when another person approves', async () => {
  const before = await deadLetters();
  expect(before).toBe(12);
  signIn('ana');
  const throughId = await through();
  const asked = await discardLettersAction({ ...all, all: true, throughId });
  expect(asked).toMatchObject({ ok: false, error: { code: 'needs-approval', limit: 5, value: 12 } });
  expect(await deadLetters()).toBe(12);
  const id = await numberOf();
  expect(await approvals()).toMatchObject([{ state: 'open', messages: 12, askedBy: 'ana@example.com' }]);

  // the same again while it waits is the same request
  expect(await discardLettersAction({ ...all, all: true, throughId })).toMatchObject({ ok: false });
  expect(await approvals()).toHaveLength(1);

  const decision = { group: GROUP, id, messages: 12 };
  expect(await approveRequestAction(decision)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  signIn('vi');
  expect(await approveRequestAction(decision)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  signIn('bo');
  expect(await approveRequestAction({ ...decision, messages: 3 })).toMatchObject({
    ...{ ok: false, error: { code: 'conflict', field: 'messages' } },
  });
  expect(await approveRequestAction({ ...decision, group: 'other' })).toMatchObject({ ok: false });
  expect(await deadLetters()).toBe(12);
  await api.broker.database.store.console.query('UPDATE approval SET messages = 99');
  expect(await approveRequestAction(decision)).toMatchObject({
    ...{ ok: true, data: { state: 'done', outcome: '12 of 12 discarded' } },
  });
  expect(await deadLetters()).toBe(0);
  expect(await approveRequestAction(decision)).toMatchObject({ ok: false, error: { code: 'conflict' } });

  const { rows } = await api.broker.database.store.console.query(
    `SELECT action, actor, reason, counts FROM audit
      WHERE action LIKE 'approval.%' OR action LIKE '%.discard' ORDER BY audit_id`,
  );
  expect(rows).toMatchObject([
    { action: 'approval.ask', actor: 'ana@example.com', reason: all.reason, counts: { messages: 12 } },
    // As the plan was when it was approved.
    { action: 'approval.approve', actor: 'bo@example.com', reason: all.reason, counts: { messages: 12 } },
    {
      ...{ action: 'dead-letter.discard', actor: 'bo@example.com' },
      reason: `${all.reason} (A-${id}, asked by ana@example.com)`,
    },
  ]);
  await restore();
});

test('the same change asked for twice at once is one request', async () => {
  const asked = { workspace: null, operation: 'startRedrive', group: GROUP, messages: 12, reason: 'test', hours: 8 };
  const input = { group: GROUP, all: true };
  const { console } = api.broker.database.store;
  // Each has a connection from the start.
  await Promise.all(Array.from({ length: 8 }, () => console.query('SELECT pg_sleep(0.1)')));
  await Promise.all(Array.from({ length: 8 }, () => askApproval(api.broker.ctx, { ...asked, input, actor })));
  expect(await approvals()).toHaveLength(1);
});

test('every guarded operation is kept with its set fixed, and can be read back', async () => {
  const asked = [
    await call(route(startRedrive), { body: { ...all, filter: undefined } }),
    await call(route(discardDeadLetters), { body: all }),
    await call(route(resetGroupOffset), { params: { group: GROUP }, body: { to: 'newest', reason: 'skip them' } }),
  ];
  for (const { status, data } of asked)
    expect({ status, data }).toMatchObject({ status: 409, data: { error: { code: 'needs-approval' } } });
  const kept = await approvals();
  expect(kept.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
  signIn('bo');
  for (const { id } of kept) {
    const request = new Request(`${ORIGIN}/x?group=${GROUP}&id=${id.slice(2)}`, { headers: browser.headers });
    const response = await reads.approvalPlan.GET(request);
    const { data } = (await response.json()) as { data: ApprovalPlanView };
    expect(data).toMatchObject({ problem: null, planned: { excluded: expect.any(Array) } });
    expect(data.planned?.messages).toBeGreaterThanOrEqual(5);
  }
  const { rows } = await api.broker.database.store.console.query<{ through: unknown }>(
    "SELECT input->'throughId' AS through FROM approval WHERE operation IN ('startRedrive', 'discardDeadLetters')",
  );
  expect(rows.map(({ through }) => typeof through)).toEqual(['number', 'number']);
  const reset = await api.broker.database.store.console.query<{ to: string }>(
    "SELECT input->>'to' AS to FROM approval WHERE operation = 'resetGroupOffset'",
  );
  expect(reset.rows[0]?.to).toMatch(/^\d{4}-/);
});

test('below the number, in a dry run, and without a rule one person is enough', async () => {
  expect((await call(route(startRedrive), { body: { ...all, dryRun: true } })).status).toBe(200);
  await rules({ workspace: '', group: '*', fromMessages: 13 });
  expect((await call(route(discardDeadLetters), { body: all })).status).toBe(200);
  await restore();
  await rules({ workspace: '', group: 'other*', fromMessages: 1 }, { workspace: 'eu', group: '*', fromMessages: 1 });
  expect((await call(route(discardDeadLetters), { body: { ...all, dryRun: true } })).status).toBe(200);
  expect(await approvals()).toEqual([]);
});

test('what expired, was refused or withdrawn changes nothing, and cannot be approved', async () => {
  const ask = async () => discardLettersAction({ ...all, all: true, throughId: await through() });
  signIn('ana');
  await ask();
  const first = await numberOf();
  expect(await withdrawRequestAction({ group: GROUP, id: first })).toEqual({ ok: true, data: {} });
  await ask();
  const second = await numberOf();
  signIn('bo');
  expect(await withdrawRequestAction({ group: GROUP, id: second })).toMatchObject({ error: { code: 'forbidden' } });
  expect(await refuseRequestAction({ group: GROUP, id: second, reason: 'wait for the fix' })).toMatchObject({
    ok: true,
  });
  signIn('ana');
  await ask();
  const third = await numberOf();
  await api.broker.database.store.console.query(
    'UPDATE approval SET expires_at = clock_timestamp() WHERE approval_id = $1',
    [third],
  );
  signIn('bo');
  for (const id of [first, second, third])
    expect(await approveRequestAction({ group: GROUP, id, messages: 12 })).toMatchObject({
      error: { code: 'conflict' },
    });
  expect((await approvals()).map(({ state, outcome }) => [state, outcome])).toEqual([
    ['expired', null],
    ['refused', 'wait for the fix'],
    ['withdrawn', ''],
  ]);
  expect(await deadLetters()).toBe(12);
});

test('a person who made the API token that asked is not another person', async () => {
  const { store } = api.broker.database;
  const made = await createApiToken(
    store,
    { kind: 'operator', name: 'bo@example.com' },
    { name: 'roll-out', rights: 'operator', expiresInDays: null },
  );
  const asked = await call(route(discardDeadLetters), { body: all, token: made.secret });
  expect(asked.status).toBe(409);
  const decision = { group: GROUP, id: await numberOf(), messages: 12 };
  signIn('bo');
  expect(await approveRequestAction(decision)).toMatchObject({ error: { code: 'forbidden' } });
  signIn('ana');
  expect(await approveRequestAction(decision)).toMatchObject({ ok: true, data: { state: 'done' } });
});
