import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import type { Rights } from '../../auth/permission';
import { openSession } from '../../auth/session';
import {
  cancelRedrive,
  createGroup,
  createTopic,
  exportDeadLetters,
  planRedrive,
  send,
  startRedrive,
  updateSetting,
} from '../../broker';
import { fail } from '../../broker/delivery/fail';
import { letterIndex } from '../../store/queries/dead-letter/letter-text';
import type { MaskingRule } from '../../model/masking/rule';
import { withMetadata } from '../../store/metadata';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { browser } from '../../testing/next';
import { showHiddenAction } from '../actions/messages';
import { previewEditsAction } from '../actions/redrives';
import { startRedriveAction } from '../actions/redrives';
import { tryMaskingAction, updateSettingAction } from '../actions/settings';
import { exportDeadLetters as exportOperation } from '../operations/dead-letters/export';
import { findMessages } from '../operations/messages/find';
import type { MessageBodyView } from '../operations/messages/views';
import { listDeadLetters } from '../operations/dead-letters/list';
import { downloadMessageBody } from '../reads/downloads';
import { reads } from '../reads/registry';
import { getMasking, putMasking } from '../operations/settings/settings';
import { route } from '../http/operation';
import { startRedrive as startOperation } from '../operations/redrives/start';

const ORIGIN = 'http://console.test';
const actor = { kind: 'system', name: 'test' } as const;
const CARD = '4111-1111-1111-1111';
const RULE: MaskingRule = {
  ...{ name: 'card data', topics: ['pay*'], wholeBody: false, paths: ['$.card.number'], properties: ['phone'] },
  ...{ seenFrom: 'admin', shownTo: 'operator' },
};
const WORDS = '[hidden by rule card data]';

let api: TestApi;
let places: Record<string, string>;
const sessions = new Map<string, string>();

const bodyOf = (n: number): string =>
  JSON.stringify({ order: n, card: { number: `${CARD}-${n}`, holder: 'Ada' }, currency: 'JPY' });

beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  for (const name of ['payments', 'open']) await createTopic(ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: 'billing', maxRetries: 0, actor });
  const names = { topic: 'payments', group: 'billing' };
  // the group starts where it subscribes
  await receiveNow(ctx, names);
  const messages = [1, 2, 3, 4, 5, 6].map((n) =>
    testMessage({
      messageId: `m-${n}`,
      body: Buffer.from(n === 6 ? `text with ${CARD}` : bodyOf(n)),
      properties: { phone: '0151-777', tenant: 'north' },
    }),
  );
  for (const message of messages) {
    await send(ctx, { topic: 'payments', messages: [message] });
    for (const { receiptHandle, messageId } of await receiveNow(ctx, names))
      await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  }
  while ((await letterIndex(database.store.console, 100)) > 0);
  const { rows } = await database.store.console.query<{ id: string; at: string }>(
    "SELECT msg_id AS id, queue_id || '-' || off AS at FROM dead_letter",
  );
  places = Object.fromEntries(rows.map(({ id, at }) => [id, at]));
  for (const role of ['viewer', 'operator', 'admin']) {
    const { operatorId } = await database.store.prisma.operator.create({
      data: { email: `${role}@example.com`, role },
    });
    const owner = { operatorId, email: `${role}@example.com` };
    const session = await withMetadata(database.store.prisma, (tx) =>
      openSession(tx, owner, { address: '127.0.0.1', agent: 'test' }),
    );
    sessions.set(role, session);
  }
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  await setRules(RULE);
  signIn('operator');
});

function signIn(role: string): void {
  const cookie = `redrive-session=${sessions.get(role) ?? ''}`;
  browser.headers = new Headers({ host: 'console.test', origin: ORIGIN, cookie });
}

async function setRules(...rules: MaskingRule[]): Promise<void> {
  const { ctx } = api.broker;
  const { version } = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version, value: { rules }, reason: 'test', actor });
}

/** The bound of a plan of everything. */
async function throughAll(): Promise<number> {
  return (await planRedrive(api.broker.ctx, { group: 'billing', all: true })).throughId;
}

type Reading = { GET: (request: Request) => Promise<Response> };

async function read<T>({ GET }: Reading, query: string, rights: Rights = 'operator'): Promise<T> {
  const headers = { authorization: `Bearer ${api.tokens.get(rights) ?? ''}` };
  const response = await GET(new Request(`${ORIGIN}/x?${query}`, { headers }));
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 200 });
  return (JSON.parse(text) as { data: T }).data;
}
const textOf = ({ shown }: MessageBodyView): string => Buffer.from(shown, 'base64').toString();
const token = (rights: Rights) => ({ token: api.tokens.get(rights) ?? '' });
const audits = () =>
  api.broker.database.store.prisma.audit.findMany({
    where: { action: 'message.unmask' },
    orderBy: { auditId: 'asc' },
  });

describe('who sees what', () => {
  test('an administrator all of it, an operator what the rule leaves, and the answer says so', async () => {
    const query = `id=m-1&at=${places['m-1']}`;
    const all = await read<MessageBodyView>(reads.messageBody, query, 'admin');
    expect([textOf(all), all.hidden, all.hiding]).toEqual([bodyOf(1), null, []]);
    const part = await read<MessageBodyView>(reads.messageBody, query);
    expect(textOf(part)).toBe(bodyOf(1).replace(`${CARD}-1`, WORDS));
    expect(part).toMatchObject({
      hidden: { rules: ['card data'], whole: null, values: 1 },
      hiding: [{ rule: 'card data' }],
    });
  });

  test('a body that is not JSON is hidden as a whole, says so, and is not downloaded', async () => {
    const query = `id=m-6&at=${places['m-6']}`;
    const view = await read<MessageBodyView>(reads.messageBody, query);
    expect(view).toMatchObject({ shown: '', shownBytes: 0, hidden: { whole: 'not-json', rules: ['card data'] } });
    const headers = { authorization: `Bearer ${api.tokens.get('operator') ?? ''}` };
    const answer = await downloadMessageBody(new Request(`${ORIGIN}/x?${query}`, { headers }));
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('card data')]);
  });

  test('headers are hidden from a viewer too, on the page of the message', async () => {
    const { places: found } = await read<{ places: { properties: unknown }[] }>(reads.message, 'id=m-1', 'viewer');
    expect(found[0]?.properties).toEqual([
      ['phone', WORDS],
      ['tenant', 'north'],
    ]);
  });

  test('an operator of a team sees what the rule leaves to operators, of topics of the team alone', async () => {
    await setRules({ ...RULE, seenFrom: 'operator', shownTo: 'nobody' });
    const { store } = api.broker.database;
    const join = async (name: string, prefixes: string[]): Promise<string> => {
      const { secret } = await createApiToken(store, actor, { name, rights: 'member', expiresInDays: null });
      const { apiTokenId } = await store.prisma.apiToken.findFirstOrThrow({ where: { name } });
      const teamMember = { create: { role: 'operator', apiTokenId } };
      await store.prisma.team.create({ data: { name, prefixes, createdBy: 'test', teamMember } });
      return secret;
    };
    for (const [name, prefixes, sees] of [
      ['both', ['bill', 'pay'], true],
      ['group alone', ['bill'], false],
    ] as const) {
      const headers = { authorization: `Bearer ${await join(name, [...prefixes])}` };
      const answer = await reads.messageBody.GET(new Request(`${ORIGIN}/x?id=m-1&at=${places['m-1']}`, { headers }));
      const { data } = (await answer.json()) as { data: MessageBodyView };
      expect({ name, sees: textOf(data).includes(CARD) }).toEqual({ name, sees });
    }
  });
});

describe('show hidden values', () => {
  const show = (fields: object = {}) =>
    showHiddenAction({ id: 'm-1', at: places['m-1'] ?? '', topic: 'payments', reason: 'ticket 7', ...fields });

  test('with a reason: the values, and a row that says who, which message, which rule and why', async () => {
    const answer = await show();
    expect(answer).toMatchObject({ ok: true, data: { hidden: null, properties: [['phone', '0151-777']] } });
    expect(answer.ok ? Buffer.from(answer.data.shown, 'base64').toString() : '').toBe(bodyOf(1));
    expect((await audits()).at(-1)).toMatchObject({
      ...{ actor: 'operator@example.com', target: 'm-1', reason: 'ticket 7' },
      after: { topic: 'payments', rules: ['card data'], at: places['m-1'] },
    });
    // the page asks again, and gets what it got before
    expect(textOf(await read(reads.messageBody, `id=m-1&at=${places['m-1']}`))).not.toContain(CARD);
  });

  test('each time a row of its own; when it cannot be written nothing is shown', async () => {
    const before = (await audits()).length;
    await show();
    await show();
    expect((await audits()).length).toBe(before + 2);
    const db = api.broker.database.store.console;
    await db.query('ALTER TABLE audit RENAME TO audit_gone');
    try {
      expect(JSON.stringify(await show())).not.toContain(Buffer.from(CARD).toString('base64').slice(0, 12));
      expect(await show()).toMatchObject({ ok: false });
    } finally {
      await db.query('ALTER TABLE audit_gone RENAME TO audit');
    }
  });

  test('refused: no reason, a viewer, a rule that shows it to no role, another topic than it is in', async () => {
    const before = (await audits()).length;
    expect(await show({ reason: ' ' })).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    expect(await show({ topic: 'open' })).toMatchObject({ ok: false, error: { code: 'message-not-found' } });
    signIn('viewer');
    expect(await show()).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    await setRules({ ...RULE, seenFrom: 'nobody', shownTo: 'admin' });
    signIn('operator');
    expect(await show()).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect((await audits()).length).toBe(before);
    signIn('admin');
    expect(await show()).toMatchObject({ ok: true });
    await setRules({ ...RULE, seenFrom: 'nobody', shownTo: 'nobody' });
    expect(await show()).toMatchObject({ ok: false });
  });
});

describe('what is hidden is not found out by asking', () => {
  const letters = (query: string, rights: Rights = 'operator') =>
    call(route(listDeadLetters), { query: `?${query}`, ...token(rights) }).then(
      ({ data }) => (data['items'] as unknown[]).length,
    );

  test('neither words nor a JSON path find a letter by what is in its body; its id and group do', async () => {
    const path = encodeURIComponent(`$.card.number == "${CARD}-1"`);
    expect([await letters('q=4111', 'admin'), await letters(`json=${path}`, 'admin')]).toEqual([6, 1]);
    expect([await letters('q=4111'), await letters(`json=${path}`), await letters('q=JPY')]).toEqual([0, 0, 0]);
    expect([await letters('q=m-1'), await letters('group=billing')]).toEqual([1, 6]);
    expect((await read<{ items: unknown[] }>(reads.deadLetters, `q=4111`)).items).toEqual([]);
    const chosen = { group: 'billing', filter: { json: `$.card.number == "${CARD}-1"` }, dryRun: true };
    expect((await call(route(startOperation), { body: chosen, ...token('operator') })).data).toMatchObject({
      matched: 0,
    });
  });

  test('a hidden property is no search', async () => {
    const find = (property: string, rights: Rights) =>
      call(route(findMessages), { query: `?topic=payments&from=-6h&property=${property}`, ...token(rights) });
    expect(await find('phone=0151-777', 'operator')).toMatchObject({
      status: 400,
      data: { error: { field: 'property' } },
    });
    expect((await find('phone=0151-777', 'admin')).data['items']).toHaveLength(6);
    expect((await find('tenant=north', 'operator')).data['items']).toHaveLength(6);
  });

  test('a cause shows neither the body of its sample nor hidden values as what failures have in common', async () => {
    const { fingerprint } = await api.broker.database.store.prisma.deadLetter.findFirstOrThrow();
    const asked = `fingerprint=${fingerprint}&group=billing`;
    for (const from of [reads.cause, reads.causeFields])
      expect(JSON.stringify(await read(from, asked))).not.toContain('4111');
  });

  test('a re-drive to a topic without the rule is refused; to one with it is not', async () => {
    const start = async (topic: string) =>
      startRedriveAction({
        ...{
          group: 'billing',
          selection: { messageIds: ['m-5'], throughId: await throughAll() },
          ratePerSecond: null,
          reason: 'x',
        },
        ...{ requestId: `to ${topic}`, target: { topic } },
      });
    expect(await start('open')).toMatchObject({ ok: false, error: { code: 'conflict', field: 'target.topic' } });
    signIn('admin');
    expect(await start('open')).toMatchObject({ ok: true });
  });
});

describe('an edit of what is partly hidden', () => {
  const seen = (n: number): string => bodyOf(n).replace(`${CARD}-${n}`, WORDS);
  const body = (edits: object) => ({ group: 'billing', all: true, dryRun: true, edits });

  test('the editor gets what may be seen', async () => {
    const letter = await read<{ text: string; properties: object }>(reads.redriveEditable, 'group=billing&message=m-2');
    expect(letter).toMatchObject({ text: seen(2), properties: { phone: WORDS, tenant: 'north' } });
    const text = await read<{ text: string; bodyProblem: string }>(reads.redriveEditable, 'group=billing&message=m-6');
    expect(text).toMatchObject({ text: expect.stringContaining('not JSON'), bodyProblem: expect.any(String) });
  });

  test('the hidden values go back with the message; what changed is shown without them', async () => {
    const edits = {
      messages: [
        {
          ...{ messageId: 'm-2', body: seen(2).replace('JPY', 'EUR') },
          properties: { phone: WORDS, tenant: 'south' },
        },
      ],
    };
    const selection = { messageIds: ['m-2'], throughId: await throughAll() };
    const preview = await previewEditsAction({ group: 'billing', selection, edits });
    expect(preview).toMatchObject({ ok: true, data: { changed: 1 } });
    expect(JSON.stringify(preview)).not.toContain('4111');
    const started = await startRedriveAction({
      ...{ group: 'billing', selection, ratePerSecond: null, reason: 'currency', requestId: 'edit m-2', edits },
    });
    expect(started).toMatchObject({ ok: true });
    const edited = await api.broker.database.store.prisma.editedMessage.findFirstOrThrow({ where: { msgId: 'm-2' } });
    expect(Buffer.from(edited.body).toString()).toBe(bodyOf(2).replace('JPY', 'EUR'));
    expect(edited.props).toMatchObject({ phone: '0151-777', tenant: 'south' });
    const shown = JSON.stringify(await read(reads.messageEdits, 'id=m-2'));
    expect([shown.includes('EUR'), shown.includes('4111'), shown.includes('0151')]).toEqual([true, false, false]);
    const { rows } = await api.broker.database.store.console.query<{ text: string }>(
      'SELECT after::text AS text FROM audit',
    );
    expect(rows.filter(({ text }) => text?.includes('0151') || text?.includes('4111'))).toEqual([]);
  });

  test('what would destroy or move a hidden value is refused', async () => {
    for (const changed of [seen(3).replace(WORDS, '1'), '{}', seen(3).replace('"number"', '"note"')]) {
      const edits = { messages: [{ messageId: 'm-3', body: changed }] };
      const answer = await call(route(startOperation), { body: body(edits), ...token('operator') });
      expect(answer).toMatchObject({ status: 400, data: { error: { field: 'edits.messages.body' } } });
      expect((await call(route(startOperation), { body: body(edits), ...token('admin') })).status).toBe(200);
    }
  });

  test('a patch passes such messages over: it could copy a hidden value to where it is shown', async () => {
    for (const operation of [
      { op: 'copy', from: '/card/number', path: '/note' },
      { op: 'test', path: '/card/number', value: `${CARD}-3` },
      { op: 'replace', path: '/currency', value: 'EUR' },
    ]) {
      const rule = { patch: [operation, { op: 'add', path: '/x', value: 1 }] };
      const { data } = await call(route(startOperation), { body: body({ rule }), ...token('operator') });
      expect(data).toMatchObject({ selected: 0, edits: { changed: 0, examples: [] } });
      expect(JSON.stringify(data)).toContain('masking rule card data hides parts of its body from you');
    }
    const rule = { convert: [{ path: '/card/number', to: 'text' }] };
    const converted = await call(route(startOperation), { body: body({ rule }), ...token('operator') });
    expect(converted.data).toMatchObject({ selected: 0, edits: { changed: 0, examples: [] } });
    const removed = await call(route(startOperation), {
      body: body({ rule: { removeProperties: ['phone'] } }),
      ...token('operator'),
    });
    expect(removed.data).toMatchObject({ selected: 0 });
  });

  test('without the right to read bodies a dry run shows none', async () => {
    await setRules();
    const edits = { rule: { patch: [{ op: 'add', path: '/x', value: 1 }] } };
    const { data } = await call(route(startOperation), { body: body(edits), ...token('dead-letters') });
    expect(data).toMatchObject({ edits: { examples: [] } });
    expect(
      JSON.stringify((await call(route(startOperation), { body: body(edits), ...token('operator') })).data),
    ).toContain(CARD);
  });

  test('a re-drive keeps bodies as they are', async () => {
    const input = { group: 'billing', messageIds: ['m-4'], reason: '', actor };
    await startRedrive(api.broker.ctx, input);
    const { body: kept } = await api.broker.database.store.prisma.deadLetter.findFirstOrThrow({
      where: { msgId: 'm-4' },
    });
    expect(Buffer.from(kept).toString()).toBe(bodyOf(4));
  });
});

describe('what another person searched by, or set', () => {
  let lastRedrive = 0;
  const texts = async (rights: Rights) => {
    const from = (read1: Reading, query = '') => read(read1, query, rights).then((data) => JSON.stringify(data));
    return {
      audit: await from(reads.audit),
      redrives: await from(reads.redrives),
      redrive: await from(reads.redrive, `id=${lastRedrive}`),
    };
  };

  test('is hidden in the audit log and on the pages of re-drives, and is there for who may see it', async () => {
    const { ctx } = api.broker;
    const filter = { q: '9111', json: `$.card.number == "${CARD}-9"` };
    await exportDeadLetters(ctx, { group: 'billing', topic: 'payments', ...filter, format: 'csv', actor });
    const rule = { patch: [{ op: 'add', path: '/note', value: `${CARD}-9` }], setProperties: { phone: '0151-999' } };
    const start = { group: 'billing', filter: { json: '$.order > 0', q: '4111' }, reason: '', actor };
    const { redriveId } = await startRedrive(ctx, { ...start, edits: { rule: rule as never } });
    lastRedrive = redriveId;
    await cancelRedrive(ctx, { redriveId, reason: 'test', actor });
    for (const text of Object.values(await texts('operator'))) {
      for (const secret of ['9111', '4111', CARD, '0151-999', '$.order']) expect(text).not.toContain(secret);
      expect(text).toContain('[hidden: it may hold what rule card data hides]');
    }
    const { audit, redrives, redrive } = await texts('admin');
    for (const secret of ['9111', `${CARD}-9`, '0151-999']) expect(audit).toContain(secret);
    for (const text of [redrives, redrive]) expect(text).toContain('4111');
    await setRules({ ...RULE, topics: ['open'] });
    // the export names a topic without a rule; what the re-drive is about is not known
    expect((await texts('operator')).audit).toContain('9111');
  });

  test('showing what is hidden tells a message of another topic from none by nothing', async () => {
    const asked = { id: 'm-1', topic: 'open', reason: 'x' };
    const other = await showHiddenAction({ ...asked, at: places['m-1'] ?? '' });
    const none = await showHiddenAction({ ...asked, at: '999-999' });
    expect(other).toMatchObject({ ok: false, error: { code: 'message-not-found' } });
    expect(other).toEqual(none);
  });
});

describe('the rules', () => {
  test('over HTTP: read, replaced with the version that was seen, refused by field', async () => {
    const { data } = await call(route(getMasking), token('viewer'));
    const version = data['version'] as number;
    const put = (rules: object[], of = version) =>
      call(route(putMasking), { body: { rules, version: of, reason: 'x' }, ...token('admin') });
    expect(await put([{ ...RULE, paths: ['card'] }])).toMatchObject({
      status: 400,
      data: { error: { field: 'rules[0].paths' } },
    });
    expect(await put([RULE], version - 1)).toMatchObject({ status: 409 });
    expect(await put([{ ...RULE, name: 'more' }])).toMatchObject({ status: 200, data: { version: version + 1 } });
    expect((await call(route(putMasking), { body: { rules: [], version }, ...token('operator') })).status).toBe(403);
  });

  test('saving asks for a fresh sign-in', async () => {
    signIn('admin');
    const db = api.broker.database.store.console;
    await db.query("UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 day'");
    const { version } = await api.broker.ctx.settings.refresh('masking');
    const input = { name: 'masking' as const, value: { rules: [] }, version, reason: 'x' };
    expect(await updateSettingAction(input)).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
    await db.query('UPDATE operator_session SET confirmed_at = clock_timestamp()');
    expect(await updateSettingAction(input)).toMatchObject({ ok: true });
  });

  test('tried on a message before they are saved; what is hidden from who tries them stays hidden', async () => {
    signIn('admin');
    const masking = { rules: [{ ...RULE, paths: ['$.currency'] }] as never[] };
    const tried = await tryMaskingAction({ masking, id: 'm-1', role: 'operator' });
    expect(tried).toMatchObject({ ok: true, data: { rules: ['card data'] } });
    expect(JSON.stringify(tried)).toContain(CARD);
    await setRules({ ...RULE, seenFrom: 'nobody' });
    expect(JSON.stringify(await tryMaskingAction({ masking, id: 'm-1', role: 'admin' }))).not.toContain(CARD);
    expect(await tryMaskingAction({ masking, id: 'none', role: 'admin' })).toMatchObject({ ok: false });
  });

  test('the export has what may be seen, and says what is not', async () => {
    const { data } = await call(route(exportOperation), { query: '?group=billing', ...token('operator') });
    expect(JSON.stringify(data)).not.toContain('4111');
    const items = data['items'] as { messageId: string; bodyAs: string; body: string }[];
    const of = (id: string) => items.find(({ messageId }) => messageId === id);
    expect(of('m-1')).toMatchObject({ bodyAs: 'text, partly hidden', body: bodyOf(1).replace(`${CARD}-1`, WORDS) });
    expect(of('m-6')).toMatchObject({ bodyAs: 'hidden', body: expect.stringContaining('not JSON') });
  });
});
