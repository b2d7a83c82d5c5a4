import { afterEach, expect, test } from 'vitest';
import type { SuggestedView, SuggestionsView } from '@/lib/console/operations/messages/views';
import { speechIn } from '@/lib/language/catalogues';
import type { Language } from '@/lib/model/language/languages';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import { entriesOf, foundWords, matchIn, nextKind } from './palette.model';
import { recentOf, withRecent } from './recents.model';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

function message(messageId: string, matched: string | null): SuggestedView {
  return {
    messageId,
    matched,
    topic: 'orders',
    queueNo: 1,
    offset: 7,
    outside: null,
    storedAt: '2026-01-01T00:00:00.000Z',
    keys: matched === null ? [] : [matched],
    groups: [{ group: 'billing', state: 'dead', blocked: false }],
    moreGroups: false,
  };
}

const found: SuggestionsView = {
  exact: [message('M1', 'order-62')],
  beginning: [message('M2', 'order-621')],
  keys: 2,
  things: [
    { kind: 'group', name: 'orders-billing', at: 'orders-billing', group: null, detail: 'ordered', reason: null },
    { kind: 'cause', name: 'OrderError', at: 'f1', group: 'orders-billing', detail: null, reason: null },
  ],
  keptSince: null,
};

test('the exact key comes first, then keys that begin with it, then names and actions', () => {
  const entries = entriesOf('order-62', found, [], null);
  expect(entries.map(({ section }) => section)).toEqual([
    'Messages with exactly this key',
    'Messages whose key or id begins with it',
    'Groups, topics, causes, re-drives',
    'Groups, topics, causes, re-drives',
    'Actions',
    'Actions',
  ]);
  expect(entries[0]).toMatchObject({
    title: 'order-62',
    says: 'orders · dead in billing',
    badge: { state: 'dead' },
    href: '/messages/M1?group=billing',
  });
  expect(entries[3]?.href).toBe('/dead-letters/causes/f1?group=orders-billing');
  expect(entries.at(-1)?.href).toBe('/dead-letters?key=order-62');
});

test('the name of a page comes before everything else; ids are unique', () => {
  const entries = entriesOf('dead', { ...found, exact: [] }, [], null);
  expect(entries[0]).toMatchObject({ kind: 'page', href: '/dead-letters' });
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entriesOf('new to', undefined, [], null).map(({ href }) => href)).toContain('/topics?new=1');
});

test('without a text: what was opened last, the newest messages, pages', () => {
  const entries = entriesOf(' ', found, [{ title: 'g', says: 'group', href: '/groups/g' }], null);
  expect(entries.map(({ section }) => section).slice(0, 3)).toEqual(['Recent', 'Newest messages', 'Pages']);
});

test('pages of things are remembered once, the last first', () => {
  expect(recentOf('/messages/a%2Fb')).toEqual({ title: 'a/b', says: 'message', href: '/messages/a%2Fb' });
  expect(recentOf('/redrives/12')).toMatchObject({ title: 'RD-12' });
  expect(['/messages', '/groups/new', '/settings/users', '/messages/%E0%A4%A'].map(recentOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const one = { title: 'a', says: 'group', href: '/groups/a' };
  const two = { title: 'b', says: 'group', href: '/groups/b' };
  expect(withRecent(withRecent(withRecent([], one), two), one)).toEqual([one, two]);
});

test('Tab goes through the kinds that there are, and back to all', () => {
  const entries = entriesOf('order-62', found, [], null);
  expect(nextKind(entries, null, false)).toBe('message');
  expect(nextKind(entries, 'message', false)).toBe('group');
  expect(nextKind(entries, 'action', false)).toBeNull();
  expect(nextKind(entries, null, true)).toBe('action');
});

test('what matches is marked; a count that stopped says at least', () => {
  expect(matchIn('orders-Billing', 'bill')).toEqual(['orders-', 'Bill', 'ing']);
  expect(matchIn('orders', 'x')).toBeNull();
  expect(foundWords({ ...found, keys: 1000 }, 'o', 1000, null)).toBe('at least 1,000 keys begin with this');
  expect(foundWords(found, 'o', 1000, null)).toBe('2 messages have keys like this');
  expect(foundWords(found, '', 1000, null)).toBe('');
});

test('in a workspace: its pages, what clusters have, and the page of any message id', () => {
  const nothing = { ...found, exact: [], beginning: [], things: [] };
  const of = (text: string, given: SuggestionsView = nothing) => entriesOf(text, given, [], 'eu-prod');
  expect(of('audit')[0]).toMatchObject({ kind: 'page', href: '/c/eu-prod/audit' });
  expect(of('messages')[0]).toMatchObject({ kind: 'page', href: '/c/eu-prod/messages' });
  expect(of('blocked').filter(({ kind }) => kind === 'page')).toEqual([]);
  expect(of('channels')[0]).toMatchObject({ href: '/alarms/channels' });
  const actions = of('send a test').filter(({ kind }) => kind === 'action');
  expect(actions.map(({ href }) => href)).toEqual(['/messages?q=send%20a%20test', '/dead-letters?key=send%20a%20test']);
  expect(of('new').map(({ href }) => href)).toEqual(expect.arrayContaining(['/groups/new', '/topics?new=1']));
  const id = '7F0000010A2B18B4AAC2123456780001';
  expect(of(id, nothing)[0]).toMatchObject({
    kind: 'message',
    title: id,
    href: `/messages/${id}`,
  });
  expect(of(id, { ...nothing, exact: [message(id, null)] }).filter(({ kind }) => kind === 'message')).toHaveLength(1);
  expect(entriesOf(id, nothing, [], null)[0]).toMatchObject({ kind: 'action' });
  // The name of a topic there.
  expect(of('%DLQ%billing', nothing).some(({ id: entry }) => entry === 'classic')).toBe(false);
  expect(foundWords({ ...nothing, keys: 0 }, 'o', 1000, 'eu-prod')).toBe('no dead letter');
});

test('things are described in the language of the reader', () => {
  const things: SuggestionsView['things'] = [
    ...found.things,
    { kind: 'topic', name: 'pay', at: 'pay', group: null, detail: 'TRANSACTION', reason: null },
    { kind: 'redrive', name: 'RD-7', at: '7', group: 'billing', detail: 'running', reason: 'fixed' },
  ];
  const saidIn = (language: Language): readonly string[] => {
    setSpeechOfDocument(speechIn(language));
    const entries = entriesOf('x', { ...found, exact: [], beginning: [], things }, [], null);
    return entries.filter(({ kind }) => kind !== 'action').map(({ says }) => says);
  };
  expect(saidIn('en')).toEqual([
    ...['ordered group', 'failure cause in orders-billing', 'topic · Transaction', 'billing · running · fixed'],
  ]);
  expect(saidIn('ja')).toEqual([
    ...['順序付きグループ', 'orders-billingの失敗原因', 'トピック · トランザクション', 'billing · 実行中 · fixed'],
  ]);
});

test.each([
  ['zh-CN', '死信', '/dead-letters'],
  ['zh-CN', 'ｄｅａｄ　ｌｅｔｔｅｒｓ', '/dead-letters'],
  ['zh-CN', '访问密钥', '/settings/access-keys'],
  ['ja', 'トピック', '/topics'],
  ['ja', 'ﾄﾋﾟｯｸ', '/topics'],
  ['ja', 'Topics', '/topics'],
  ['ja', '引き継ぎ', '/handover'],
  ['ja', 'body masking', '/settings/masking'],
  ['ja', '新しいグループ', '/groups/new'],
  ['ja', 'new group', '/groups/new'],
] as const)('in %s, %s finds %s', (language, text, href) => {
  setSpeechOfDocument(speechIn(language));
  expect(entriesOf(text, undefined, [], null).map((entry) => entry.href)).toContain(href);
});
