import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { OUTSIDE, showPart, showText, wordsOf } from './names';
import { AUDIT_PARTS, type Part, QUEUE_KEY } from './parts';

const TO = { name: (name: string) => (name === 'billing' ? name : '–'), text: (text: string) => text.toUpperCase() };
const PARTS: Part = {
  ...{ to: 'plain', topic: 'name', [QUEUE_KEY]: 'plain', readers: 'name', note: 'text' },
  ...{ selection: { kind: 'plain', filter: { topic: 'name', tag: 'plain', group: 'name' } }, edits: 'content' },
};

it('shows what is declared, puts names and texts through their reader, and nothing else', () => {
  const row = {
    ...{ to: 'newest', topic: 'payments', 'payments/0': 17, 'a/b/12': 1, readers: ['ledger-books', 'billing'] },
    selection: { kind: 'filter', filter: { topic: 'ledger', tag: 'payments', group: null } },
    ...{ note: 'as agreed', edits: [{ path: '/payments', value: { any: 'thing' } }] },
  };
  expect(showPart(row, PARTS, TO)).toEqual({
    ...{ to: 'newest', topic: '–', '–/0': 17, '–/12': 1, readers: ['–', 'billing'] },
    selection: { kind: 'filter', filter: { topic: '–', tag: 'payments', group: null } },
    ...{ note: 'AS AGREED', edits: [{ path: '/payments', value: { any: 'thing' } }] },
  });
});

it.each([
  ['a value of a new kind of row', { movedTo: 'payments' }, undefined, OUTSIDE],
  ['a new key, whatever it holds', { to: 'newest', payments: 17 }, PARTS, { to: 'newest', [OUTSIDE]: OUTSIDE }],
  ['parts where a plain value was declared', { to: { payments: 17 } }, PARTS, { to: OUTSIDE }],
  ['parts in a list of plain values', { to: ['newest', { payments: 17 }] }, PARTS, { to: ['newest', OUTSIDE] }],
  ['parts where a name was declared', { topic: { is: 'payments' } }, PARTS, { topic: OUTSIDE }],
  ['a value where parts were declared', { selection: 'payments' }, PARTS, { selection: OUTSIDE }],
  ['a key of every object', { constructor: 'payments' }, PARTS, { [OUTSIDE]: OUTSIDE }],
])('leaves out %s', (_what, value, part, shown) => expect(showPart(value, part, TO)).toEqual(shown));

it('finds names in a text, whatever stands around them', () => {
  const text = 'moved to "payments-ledger", (orders): see %DLQ%billing/RETRY_1 and café.';
  expect(wordsOf(text)).toEqual(expect.arrayContaining(['payments-ledger', 'orders', '%DLQ%billing', 'RETRY_1']));
  expect(showText(text, (word) => (word === 'payments-ledger' ? '–' : word))).toBe(
    text.replace('payments-ledger', '–'),
  );
});

it('declares the kinds of rows that teams see, and no other', () => {
  const path = fileURLToPath(new URL('../../../prisma/functions/team-views.sql', import.meta.url));
  const [, rule = ''] = /'audit', format\('([^;]+?)\n {6}format/.exec(readFileSync(path, 'utf8')) ?? [];
  const [, listed = ''] = /ANY \(''\{([a-z,-]+)\}''\)/.exec(rule) ?? [];
  const named = [...rule.matchAll(/\^@ ''([a-z-]+)\.''/g)].map(([, kind = '']) => kind);
  expect(Object.keys(AUDIT_PARTS).toSorted()).toEqual([...listed.split(','), ...named].toSorted());
});
