import { expect, test } from 'vitest';
import type { EditableMessage } from '@/lib/model/message/editable-message';
import { diffMessages, type ShownLine } from './diff.model';

const message = (text: string | null): EditableMessage => ({
  tag: 'paid',
  keys: ['k'],
  properties: { b: '2', a: '1' },
  text,
});
const lines = (side: readonly ShownLine[]) =>
  side.map(({ text, kind }) => ({ same: ' ', old: '-', new: '+', fold: '~' })[kind] + text);

test('a message is compared line by line, JSON indented', () => {
  const { before, after, tooLong } = diffMessages(message('{"n":1,"m":2}'), { ...message('{"n":1,"m":3}'), tag: null });
  expect(lines(before)).toEqual([
    '-tag: paid',
    ' key: k',
    ' a = 1',
    ' b = 2',
    ' ',
    ' {',
    '   "n": 1,',
    '-  "m": 2',
    ' }',
  ]);
  expect(lines(after)).toEqual([' key: k', ' a = 1', ' b = 2', ' ', ' {', '   "n": 1,', '+  "m": 3', ' }']);
  expect(tooLong).toBeNull();
  expect(lines(diffMessages(message(null), message('x')).before).at(-1)).toBe('-(not text)');
});

test('both are shown as received when one would be too long indented', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const { before, after, tooLong } = diffMessages(message('{"n":1}'), message(deep));
  expect(lines(before).at(-1)).toBe('-{"n":1}');
  expect(after.at(-1)?.text.length).toBeLessThan(5000);
  expect(tooLong?.characters).toBeGreaterThan(1_000_000);
});

test('equal lines far from a change are left out, and of a long line the place that differs is shown', () => {
  const many = Array.from({ length: 1000 }, (_, line) => `line ${line}`);
  const { before } = diffMessages(message(many.join('\n')), message(many.with(500, 'new').join('\n')));
  expect(lines(before)).toHaveLength(23);
  expect(lines(before).slice(0, 2)).toEqual(['~… 495 equal lines', ' line 490']);
  expect(lines(before).at(-1)).toBe('~… 489 equal lines');
  const long = 'x'.repeat(100_000);
  const changed = diffMessages(message(`${long}OLD${long}`), message(`${long}NEW${long}`));
  expect(changed.before.at(-1)?.text).toContain('OLD');
  expect(changed.after.at(-1)?.text).toContain('NEW');
  expect(changed.after.at(-1)?.text.length).toBeLessThan(5000);
});
