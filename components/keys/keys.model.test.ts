import { expect, test } from 'vitest';
import type { BlockedKeyView } from '@/lib/console/reads/blocked-keys';
import { keyId, keyName, whyNot } from './keys.model';

const row = {
  group: 'g',
  key: 'acct-1',
  topic: 't',
  queueNo: 2,
  headOff: 7,
  client: 'worker-1',
  hold: null,
  head: {
    attempt: 1,
    leased: false,
    startedAt: null,
    visibleAt: '2026-01-01T00:00:10.000Z',
    retriesItself: false,
    reported: null,
  },
} as unknown as BlockedKeyView;
const now = Date.parse('2026-01-01T00:00:00Z');
const hold = { by: 'ana', reason: '', at: '2026-01-01T00:00:00.000Z' };

test('a button that does nothing says why', () => {
  const reasons = (of: BlockedKeyView) =>
    (['now', 'bury', 'hold', 'release'] as const).map((verb) => whyNot(verb, of, now));
  expect(reasons(row)).toEqual([null, null, null, 'not held']);
  const withClient = { ...row, head: row.head === null ? null : { ...row.head, leased: true } };
  expect(reasons(withClient)).toEqual([
    'worker-1 has the head until its lease ends',
    'worker-1 has the head until its lease ends',
    null,
    'not held',
  ]);
  const held = { ...row, hold, head: row.head === null ? null : { ...row.head, visibleAt: null } };
  expect(reasons(held)).toEqual(['held: release it first', null, 'held by ana already', null]);
  expect(reasons({ ...row, hold, head: null })).toEqual([
    'nothing of this key is in progress',
    'nothing of this key is in progress',
    'held by ana already',
    null,
  ]);
  expect(whyNot('now', row, now + 10_000)).toBe('due already: a client gets it when it fetches');
});

test('a key has a name and a place in the address, also one of a message without a key', () => {
  expect([keyName(row), keyId(row)]).toEqual(['acct-1', 'g/t/2/acct-1']);
  const bare = { ...row, key: null };
  expect([keyName(bare), keyId(bare)]).toEqual(['no key, offset 7', 'g/t/2/@7']);
});
