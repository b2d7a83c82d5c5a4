// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRetries, createGroup, createTopic, markManaged, send, startRedrive } from '../../broker';
import { fail } from '../../broker/delivery/fail';
import { endTransaction } from '../../broker/transaction/end';
import { openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { partsOf } from '../../testing/hostile';
import { route } from '../http/operation';
import { exportDeadLetters } from '../operations/dead-letters/export';
import { downloadDeadLetters, downloadRedriveMessages, downloadStays } from '../reads/downloads';
import { reads, type ReadName } from '../reads/registry';
import { apiRoutes } from './routes';

/**
 * Rows whose sort keys are all equal, across the edge of every page of every list: a cursor without the part that tells
 * them apart loses the rest of them, or shows the last one again. The clock of the broker stands still.
 */

const actor = { kind: 'system', name: 'test' } as const;
/** More than two pages of a page, and more than one of an export (500). */
const [MANY, FEW] = [620, 120];

let api: TestApi;
let big = 0;
beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  const { ctx } = api.broker;
  for (const [name, messageType] of [
    ['orders', 'NORMAL'],
    ['again', 'NORMAL'],
    ['later', 'DELAY'],
    ['paid', 'TRANSACTION'],
    ['steps', 'FIFO'],
  ] as const)
    await createTopic(ctx, { name, messageType, queues: 3, actor });
  await createGroup(ctx, { name: 'billing', maxRetries: 0, actor });
  await createGroup(ctx, { name: 'shipping', maxRetries: 5, actor });
  await createGroup(ctx, { name: 'lane', deliveryOrder: 'ordered', maxRetries: 5, actor });
  await failAll('orders', 'billing', MANY);
  await failAll('again', 'shipping', FEW);
  await changeRetries(ctx, 'hold', { group: 'shipping', messageIds: ids('again', FEW / 2), reason: 'x', actor });
  const deliverAt = new Date(ctx.clock.nowOrNull()?.getTime() ?? 0);
  deliverAt.setHours(deliverAt.getHours() + 1);
  for (const messageId of ids('later', FEW))
    await send(ctx, { topic: 'later', messages: [testMessage({ messageId, messageType: 'DELAY', deliverAt })] });
  for (const messageId of ids('paid', 2 * FEW)) {
    const messages = [testMessage({ messageId, messageType: 'TRANSACTION' })];
    const [receipt] = await send(ctx, { topic: 'paid', messages, clientId: 'producer-1' });
    const by = { transactionId: receipt?.transactionId ?? '', source: 'client', clientId: 'producer-1' } as const;
    if (ids('paid', FEW).includes(messageId))
      await endTransaction(ctx, { topic: 'paid', messageId, resolution: 'rollback', ...by });
  }
  for (const messageId of ids('orders', FEW))
    await startRedrive(ctx, { group: 'billing', messageIds: [messageId], reason: '', actor });
  ({ redriveId: big } = await startRedrive(ctx, { group: 'billing', all: true, reason: 'rest', actor }));
  const steps = { topic: 'steps', group: 'lane' };
  await receiveNow(ctx, steps);
  for (const messageId of ids('steps', FEW))
    await send(ctx, { topic: 'steps', messages: [testMessage({ messageId, messageGroup: 'a' })] });
  for (let n = 0; n < FEW; n += 1) {
    await createTopic(ctx, { name: `t-${n}`, messageType: 'NORMAL', queues: 1, actor });
    await createGroup(ctx, { name: `g-${n}`, actor });
  }
  const entries = numbered('t').map((name) => ({ kind: 'topic', name }) as const);
  await markManaged(ctx, { workspace: '', source: 'redrive.yaml', entries, isChange: false }, actor);
}, 240_000);
afterAll(() => api.close());

const ids = (of: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${of}-${n}`);

async function failAll(topic: string, group: string, count: number): Promise<void> {
  const { ctx } = api.broker;
  const names = { topic, group };
  await receiveNow(ctx, names);
  for (let from = 0; from < count; from += 30) {
    const some = ids(topic, count).slice(from, from + 30);
    await send(ctx, { topic, messages: some.map((messageId) => testMessage({ messageId })) });
  }
  for (let left = count; left > 0;) {
    const held = await receiveNow(ctx, { ...names, batchSize: 32 });
    if (held.length === 0) throw new Error('nothing received');
    for (const { receiptHandle, messageId } of held)
      await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
    left -= held.length;
  }
}

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}

/** The part of an answer that is a page, wherever it is. */
function pageIn(answer: unknown): Listed | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('items' in answer && 'nextCursor' in answer) return answer as Listed;
  return (
    Object.values(answer)
      .map(pageIn)
      .find((page) => page !== null) ?? null
  );
}

function nameOf(item: Readonly<Record<string, unknown>>): string {
  return String(item['messageId'] ?? item['auditId'] ?? item['name'] ?? item['id'] ?? item['redriveId']);
}

/** All pages, by the cursors that they give. */
async function walk(ask: (cursor: string | null) => Promise<Listed>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 300; pages += 1) {
    const page: Listed = await ask(cursor);
    names.push(...page.items.map(nameOf));
    cursor = page.nextCursor;
    if (cursor === null) return names;
  }
  throw new Error('the list does not end');
}

interface List {
  readonly query: string;
  readonly names: () => readonly string[] | Promise<readonly string[]>;
}

const orders: List = { query: 'group=billing', names: () => ids('orders', MANY) };
const found: List = { query: 'topic=orders&from=2025-12-31T00:00:00.000Z', names: () => ids('orders', MANY) };
const retries: List = { query: 'group=shipping', names: () => ids('again', FEW) };
const scheduled: List = { query: 'topic=later', names: () => ids('later', FEW) };
const pending: List = { query: 'topic=paid', names: () => ids('paid', 2 * FEW).slice(FEW) };
const resolved: List = { query: 'topic=paid&state=resolved', names: () => ids('paid', FEW) };
const runs: List = { query: 'group=billing', names: () => Array.from({ length: FEW + 1 }, (_, n) => String(n + 1)) };
const items: List = { query: '', names: () => ids('orders', MANY) };

const OF_READS: Partial<Record<ReadName, readonly List[]>> = {
  audit: [{ query: 'action=redrive.start', names: async () => (await audited()).map(String) }],
  deadLetters: [orders],
  foundMessages: [found],
  redriveItems: [{ ...items, query: 'id=big' }],
  redrives: [{ ...runs, names: () => runs.names() }],
  retries: [retries],
  scheduled: [scheduled],
  transactions: [pending, resolved],
};
const OF_ROUTES: Readonly<Record<string, readonly List[]>> = {
  listTopics: [{ query: '', names: () => ['orders', 'again', 'later', 'paid', 'steps', ...numbered('t')] }],
  listGroups: [{ query: '', names: () => ['billing', 'shipping', 'lane', ...numbered('g')] }],
  listManaged: [{ query: '', names: () => numbered('t') }],
  listRetries: [retries],
  findMessages: [found],
  listTransactions: [pending, resolved],
  listScheduled: [scheduled],
  listDeadLetters: [orders],
  listRedrives: [runs],
  listRedriveMessages: [items],
};
/** Their pages begin after a number or a name that the caller knows. */
const WITHOUT_CURSOR: readonly ReadName[] = ['keyLane', 'liteTopics'];

const numbered = (of: string): string[] => Array.from({ length: FEW }, (_, n) => `${of}-${n}`);

async function audited(): Promise<bigint[]> {
  const { prisma } = api.broker.database.store;
  const rows = await prisma.audit.findMany({ where: { action: 'redrive.start' } });
  return rows.map(({ auditId }) => auditId);
}

async function same(names: readonly string[], list: List): Promise<void> {
  const wanted = await list.names();
  // first: that none is there twice
  expect(names.length).toBe(new Set(names).size);
  const missing = wanted.filter((name) => !names.includes(name));
  expect({ missing, found: names.length }).toEqual({ missing: [], found: wanted.length });
}

test('every list with a cursor is in the tables', () => {
  const withCursor = (Object.keys(reads) as ReadName[]).filter((name) =>
    partsOf(reads[name].input).some((part) => /^(cursor|after|before)$/.test(part)),
  );
  expect(withCursor.toSorted()).toEqual([...Object.keys(OF_READS), ...WITHOUT_CURSOR].toSorted());
  const routes = apiRoutes.filter(({ operation: { query } }) => partsOf(query).includes('cursor'));
  expect(routes.map(({ operation }) => operation.name).toSorted()).toEqual(Object.keys(OF_ROUTES).toSorted());
});

const authorization = (): string => `Bearer ${api.tokens.get('admin') ?? ''}`;

test.each(Object.entries(OF_READS))('a page that reads %s: each row once', async (name, lists) => {
  expect.hasAssertions();
  for (const list of lists)
    await same(
      await walk(async (cursor) => {
        const query = new URLSearchParams(list.query.replace('big', String(big)));
        if (cursor !== null) query.set('cursor', cursor);
        const request = new Request(`http://console.test/api/console/x?${query.toString()}`, {
          headers: { authorization: authorization() },
        });
        const answer = (await (await reads[name as ReadName].GET(request)).json()) as unknown;
        const page = pageIn(answer);
        if (page === null) throw new Error(JSON.stringify(answer).slice(0, 300));
        return name === 'redrives' ? { ...page, items: page.items.map(({ redriveId }) => ({ id: redriveId })) } : page;
      }),
      list,
    );
});

test.each(Object.entries(OF_ROUTES))('the API, %s: each row once, whatever the size of a page', async (name, lists) => {
  expect.hasAssertions();
  const route = apiRoutes.find(({ operation }) => operation.name === name);
  if (route === undefined) throw new Error('there is no such operation');
  for (const list of lists)
    for (const limit of [7, 60, 500])
      await same(
        await walk(async (cursor) => {
          const query = new URLSearchParams(list.query);
          query.set('limit', String(limit));
          if (cursor !== null) query.set('cursor', cursor);
          const request = new Request(`http://console.test/api/v1/x?${query.toString()}`, {
            headers: { authorization: authorization() },
          });
          const params = name === 'listRedriveMessages' ? { id: String(big) } : {};
          const response = await route.handle(request, params);
          const answer = (await response.json()) as unknown;
          if (response.status !== 200) throw new Error(JSON.stringify(answer));
          return answer as Listed;
        }),
        list,
      );
});

test('exports: each row once, beyond one page of theirs', async () => {
  expect.hasAssertions();
  const ask = async (get: (request: Request) => Promise<Response>, query: string): Promise<string> => {
    const headers = { authorization: authorization() };
    return (await get(new Request(`http://console.test/api/console/x?${query}`, { headers }))).text();
  };
  const inCsv = (csv: string): string[] =>
    csv.split('\r\n').flatMap((line) => /^\W*(orders-\d+)"?,/.exec(line)?.[1] ?? []);
  await same(inCsv(await ask(downloadStays, 'group=billing&all=1')), orders);
  await same(inCsv(await ask(downloadRedriveMessages, `id=${big}`)), orders);
  const idsIn = (json: string): string[] => [...json.matchAll(/"messageId":"(orders-\d+)"/g)].map(([, id]) => id ?? '');
  await same(idsIn(await ask(downloadDeadLetters, 'group=billing&format=json')), orders);
  await same(idsIn(await ask((request) => route(exportDeadLetters).handle(request, {}), 'group=billing')), orders);
});
