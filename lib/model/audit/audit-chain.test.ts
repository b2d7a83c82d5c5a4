import { expect, test } from 'vitest';

import { english } from '../language/t';
import { hashOfLink, parsePoint, whyBroken } from './audit-chain';

const start = { position: 0, auditId: 0, previous: Buffer.alloc(0), hash: Buffer.alloc(32, 7), text: null };
const link = (before: { position: number; hash: Buffer }, text: string) => ({
  position: before.position + 1,
  auditId: before.position + 10,
  previous: before.hash,
  hash: hashOfLink(before.hash, text),
  text,
});
const first = link(start, '[10, "a"]');
const second = link(first, '[11, "ü"]');

test('a link follows the one before when its hash is of that and of its row', () => {
  expect([whyBroken(null, start), whyBroken(start, first), whyBroken(first, second)]).toEqual([null, null, null]);
});

test.each([
  ['a row was changed', first, { ...second, text: '[11, "u"]' }, 'changed after it was written'],
  ['a row was removed', first, { ...second, text: null }, 'removed from the audit log'],
  ['a row and its link were removed', start, second, 'link 1 of the chain was removed'],
  ['the beginning was removed', null, first, 'beginning of the chain'],
  ['a link was written anew', first, { ...second, previous: Buffer.alloc(32) }, 'does not follow'],
])('%s: it says so', (_, before, after, why) => {
  expect(english(whyBroken(before, after) ?? '')).toContain(why);
});

test('a point is a position and a hash, and nothing else is', () => {
  expect(parsePoint(`412:${'a'.repeat(64)}`)).toEqual({ position: 412, hash: 'a'.repeat(64) });
  for (const text of ['', '412', `412:${'a'.repeat(63)}`, `x:${'a'.repeat(64)}`, `412:${'A'.repeat(64)}`])
    expect(parsePoint(text)).toBeNull();
});
