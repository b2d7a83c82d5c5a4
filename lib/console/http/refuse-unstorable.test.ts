import { expect, test } from 'vitest';
import { refuseUnstorable } from './refuse-unstorable';

test.each([
  [{ actor: 'a\0b' }, 'actor'],
  [{ filter: { keys: ['a', '\0'] } }, 'filter.keys.1'],
  [{ 'a\0': 1 }, 'input'],
  [{ q: '\ud800' }, 'q'],
  [{ q: 'a\udc00b' }, 'q'],
  ['\0', 'input'],
])('%j is refused, and the field is named', (given, field) => {
  expect(() => refuseUnstorable(given)).toThrow(expect.objectContaining({ code: 'bad-request', field }));
});

test('a field without a name is shown as one', () => {
  expect(() => refuseUnstorable({ '': '\0' })).toThrow('“” contains a NUL character');
});

test('what is nested too deeply is refused before it is walked through', () => {
  let deep: unknown = [];
  for (let n = 0; n < 100_000; n += 1) deep = [deep];
  expect(() => refuseUnstorable({ deep })).toThrow('nested more than 100 levels deep');
  const round: { self?: unknown } = {};
  round.self = round;
  expect(() => refuseUnstorable(round)).toThrow('nested more than 100 levels deep');
});

test.each([{ q: 'Zürich 😀', n: [1, null, true, undefined] }, 'x', 7, null, undefined])('%j is taken', (given) => {
  expect(() => refuseUnstorable(given)).not.toThrow();
});
