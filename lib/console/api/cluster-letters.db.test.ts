import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSetting } from '../../broker';
import { LetterIndexer } from '../../engine';
import { getRuntime } from '../../runtime/singleton';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { addLetter, addLetters } from '../../testing/cluster/letters';
import { exportDeadLetters } from '../operations/dead-letters/export';
import { reportFailure } from '../operations/messages/failures';
import { downloadDeadLetters } from '../reads/downloads';
import { reads } from '../reads/registry';
import { decideCause, listCauses } from '../operations/causes/causes';
import { discardDeadLetters, holdDeadLetters } from '../operations/dead-letters/change';
import { route } from '../http/operation';
import { makeDeadLettersReadable, readLetterIndex } from '../operations/dead-letters/in-brokers';
import { putCluster } from '../operations/clusters/clusters';
import { listDeadLetters } from '../operations/dead-letters/list';

const workspace = 'eu-test';
let api: TestApi;
let fake: AttachedFake;
let indexer: LetterIndexer;
const index = async () => {
  await indexer.pass();
  await indexer.settled();
};

beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await call(route(putCluster), { params: { cluster: workspace }, body });
  addLetter(fake.broker('broker-a'), 'billing', { id: 'A1', packed: true, body: '{"city":"Lisbon"}' });
  addLetters(fake.broker('broker-b'), 'billing', ['B1', 'B2']);
  indexer = new LetterIndexer(api.broker.ctx, getRuntime().clusters);
  await index();
});
afterAll(async () => {
  await indexer.stop();
  await fake.close();
  await api.close();
});

test('the API of a cluster lists, groups, holds and exports its dead letters, and no other ones', async () => {
  const { data } = await call(route(listDeadLetters), { workspace });
  expect(data['items']).toMatchObject([{ group: 'billing', topic: 'orders', attempts: 2 }, {}, {}]);
  expect((await call(route(listDeadLetters))).data['items']).toEqual([]);
  // Its body is packed.
  for (const query of ['?q=lisbon', `?json=${encodeURIComponent('$.city == "Lisbon"')}`]) {
    const found = await call(route(listDeadLetters), { workspace, query });
    expect(found.data['items']).toMatchObject([{ messageId: 'A1' }]);
  }
  const report = { group: 'billing', messageId: 'B1', attempt: 2, errorType: 'Timeout', message: 'order 7 timed out' };
  expect(await call(route(reportFailure), { workspace, body: report })).toMatchObject({ data: { stored: true } });
  expect(await call(route(reportFailure), { workspace, body: { items: [report] } })).toMatchObject({
    data: { items: [{ stored: false }] },
  });
  const causes = await call(route(listCauses), { workspace, query: '?group=billing' });
  expect(causes.data).toMatchObject({ deadLetters: 3, items: [{ deadLetters: 2 }, { text: 'order {n} timed out' }] });
  const [, named] = causes.data['items'] as { fingerprint: string }[];
  const params = { fingerprint: named?.fingerprint ?? '' };
  const triage = { group: 'billing', state: 'open', owner: 'ana' };
  expect(await call(route(decideCause), { workspace, params, body: triage })).toMatchObject({ status: 200 });
  const held = await call(route(holdDeadLetters), {
    workspace,
    body: { group: 'billing', messageIds: ['A1'], reason: 'inquiry' },
  });
  expect(held).toMatchObject({ status: 200, data: { matched: 1, changed: 1, left: 0 } });
  const file = await call(route(exportDeadLetters), { workspace, query: '?group=billing' });
  expect(file.data).toMatchObject({ complete: true, count: 3 });
  expect(file.data['items']).toContainEqual(
    expect.objectContaining({ messageId: 'A1', cluster: workspace, heldAt: expect.any(String) }),
  );
  const away = { group: 'billing', all: true, reason: 'x' };
  expect(await call(route(discardDeadLetters), { workspace, body: away })).toMatchObject({ status: 501 });
  const { rows } = await api.broker.database.store.console.query(
    `SELECT DISTINCT workspace FROM audit WHERE action ~ '^(dead-letter|cause)[.]'`,
  );
  expect(rows).toEqual([{ workspace }]);
});

test('pages: list, causes, one letter with its body unpacked, the number of the navigation', async () => {
  const q = `workspace=${workspace}`;
  const list = await api.read<{ items: { messageId: string }[] }>(reads.deadLetters, q);
  expect(list.items.map(({ messageId }) => messageId).toSorted()).toEqual(['A1', 'B1', 'B2']);
  expect(await api.read(reads.deadLetterCauses, q)).toMatchObject({
    groups: ['billing'],
    retained: { value: 3 },
    broadcasts: false,
  });
  expect(await api.read(reads.letterGroups, `${q}&by=topic`)).toMatchObject({ items: [{ value: 'orders', count: 3 }] });
  const letter = await api.read<{ letters: { place: { at: string } }[] }>(reads.letter, `${q}&id=A1`);
  expect(letter.letters).toMatchObject([{ broker: 'broker-a', consumer: 'pop', bodyEncoding: 'ZLIB' }]);
  const at = letter.letters[0]?.place.at ?? '';
  const body = await readAsOperator(reads.messageBody.GET, `${q}&id=A1&at=${at}`);
  expect(Buffer.from(body.data.shown, 'base64').toString()).toBe('{"city":"Lisbon"}');
  expect(body.data.packed).toBe('unpacked');
  expect(await api.read(reads.navCounts, q)).toMatchObject({ deadLetters: { reading: { value: 3 }, atLeast: false } });
  expect(await api.read(reads.letterIndex, q)).toMatchObject({ silent: [], brokerKeepHours: 72, allowsChanges: true });
  const download = await downloadDeadLetters(
    new Request(`http://console.test/api/console/dead-letters/export?format=csv&${q}`, { headers: ofOperator() }),
  );
  expect(await download.text()).toMatch(/#complete,3/);
});

test('masking rules of a topic hide the same of letters in a cluster: pages and exports', async () => {
  const { ctx } = api.broker;
  const rule = {
    ...{ name: 'places', topics: ['orders'], wholeBody: false, paths: ['$.city'], properties: [] },
    ...{ seenFrom: 'admin' as const, shownTo: 'nobody' as const },
  };
  const setRules = async (rules: (typeof rule)[]) => {
    const { version } = await ctx.settings.refresh('masking');
    const actor = { kind: 'system', name: 'test' } as const;
    await updateSetting(ctx, { name: 'masking', version, value: { rules }, reason: 'test', actor });
  };
  await setRules([rule]);
  const q = `workspace=${workspace}`;
  const letter = await api.read<{ letters: { place: { at: string } }[] }>(reads.letter, `${q}&id=A1`);
  const body = await readAsOperator(reads.messageBody.GET, `${q}&id=A1&at=${letter.letters[0]?.place.at ?? ''}`);
  expect(Buffer.from(body.data.shown, 'base64').toString()).toBe('{"city":"[hidden by rule places]"}');
  const token = api.tokens.get('operator') ?? '';
  const file = await call(route(exportDeadLetters), { workspace, query: '?group=billing', token });
  expect(file.data).toMatchObject({ complete: true, count: 3 });
  expect(JSON.stringify(file.data)).not.toContain('Lisbon');
  await setRules([]);
});

test('dead letters that a broker keeps for writing only are named, and an operator makes them readable', async () => {
  addLetters(fake.broker('broker-b'), 'old', ['O1']);
  fake.broker('broker-b').permissions.set('%DLQ%old', 2);
  const again = new LetterIndexer(api.broker.ctx, getRuntime().clusters);
  await indexer.stop();
  await again.pass();
  await again.settled();
  const state = await call(route(readLetterIndex), { workspace, query: '?group=old' });
  expect(state.data['queues']).toMatchObject([{ broker: 'broker-b', isWriteOnly: true }]);
  const viewer = { token: api.tokens.get('viewer') ?? '' };
  expect(await call(route(makeDeadLettersReadable), { workspace, body: { group: 'old' }, ...viewer })).toMatchObject({
    status: 403,
  });
  const opened = await call(route(makeDeadLettersReadable), {
    workspace,
    body: { group: 'old', reason: 'to see them' },
  });
  expect(opened.data).toEqual({ brokers: ['broker-b'] });
  await again.stop();
});

function ofOperator(): Record<string, string> {
  return { authorization: `Bearer ${api.tokens.get('operator') ?? ''}` };
}

async function readAsOperator(
  get: (request: Request) => Promise<Response>,
  query: string,
): Promise<{ data: { shown: string; packed: string } }> {
  const response = await get(new Request(`http://console.test/api/console/x?${query}`, { headers: ofOperator() }));
  return (await response.json()) as { data: { shown: string; packed: string } };
}
