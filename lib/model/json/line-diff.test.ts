import { expect, test } from 'vitest';

import { diffLines } from './line-diff';

const shown = (lines: readonly { text: string; kind: string }[]) =>
  lines.map(({ text, kind }) => ({ same: ' ', old: '-', new: '+' })[kind] + text);

test('a diff keeps the longest row of lines that both have', () => {
  const { before, after } = diffLines('{\n"a": 1,\n"b": 2\n}', '{\n"a": 1,\n"b": 3,\n"c": 4\n}');
  expect(shown(before)).toEqual([' {', ' "a": 1,', '-"b": 2', ' }']);
  expect(shown(after)).toEqual([' {', ' "a": 1,', '+"b": 3,', '+"c": 4', ' }']);
});

test('equal texts have no difference, and long ones are compared from their ends', () => {
  expect(diffLines('x', 'x').after).toEqual([{ text: 'x', kind: 'same' }]);
  const long = Array.from({ length: 3000 }, (_, line) => String(line)).join('\n');
  const { before, after } = diffLines(long, long.replace('\n1500\n', '\nnew\n'));
  expect(before.filter(({ kind }) => kind === 'old')).toEqual([{ text: '1500', kind: 'old' }]);
  expect(after.filter(({ kind }) => kind === 'new')).toEqual([{ text: 'new', kind: 'new' }]);
});
