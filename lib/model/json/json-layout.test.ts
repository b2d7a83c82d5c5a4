import { expect, test } from 'vitest';

import { isJson, layOutJson, MOST_LAID_OUT, MOST_LINES, nestingOf } from './json-layout';

const shown = (text: string): string | number => {
  const layout = layOutJson(text);
  return layout.kind === 'laid-out' ? layout.tokens.map((token) => token.text).join('') : layout.kind;
};

test('JSON is indented without touching its values', () => {
  expect(shown('{"n":12345678901234567890,"a":[1,{}],"a":[], "s":"x,{\\"y"}')).toBe(
    '{\n  "n": 12345678901234567890,\n  "a": [\n    1,\n    {}\n  ],\n  "a": [],\n  "s": "x,{\\"y"\n}',
  );
  const layout = layOutJson('{"n":1}');
  expect(layout.kind === 'laid-out' && layout.tokens.find(({ text }) => text === '"n"')?.kind).toBe('key');
});

test('only a list, an object or a text is JSON to a person', () => {
  expect([' {"a":1}', '[]', '"x"', '123', '{a}'].map(isJson)).toEqual([true, true, true, false, false]);
  expect(shown('{a}')).toBe('not-json');
});

test('what would be too long indented is not: its length is counted to the character', () => {
  const depth = 1500;
  const text = `${'[1,'.repeat(depth)}1${']'.repeat(depth)}`;
  const indented = JSON.stringify(JSON.parse(text), null, 2);
  expect(indented.length).toBeGreaterThan(MOST_LAID_OUT);
  expect(layOutJson(text)).toEqual({
    ...{ kind: 'too-long', characters: indented.length, lines: indented.split('\n').length },
  });
  const shorter = `${'[1,'.repeat(400)}1${']'.repeat(400)}`;
  expect(shown(shorter)).toBe(JSON.stringify(JSON.parse(shorter), null, 2));
});

test('nesting is counted outside of texts', () => {
  expect([nestingOf('1'), nestingOf('[{"[[[": [1]}, [[]]]'), nestingOf('[]')]).toEqual([0, 3, 1]);
});

test('what has too many lines is not indented, and a long text that is no JSON is not said to be', () => {
  const list = (items: number) => `[${'1,'.repeat(items - 1)}1]`;
  expect(shown(list(MOST_LINES - 2))).toContain('\n  1,\n');
  expect(layOutJson(list(MOST_LINES))).toMatchObject({ kind: 'too-long', lines: MOST_LINES + 2 });
  expect(layOutJson('x'.repeat(MOST_LAID_OUT + 1))).toEqual({ kind: 'not-json' });
  expect(layOutJson(JSON.stringify('x'.repeat(MOST_LAID_OUT)))).toMatchObject({ kind: 'too-long' });
});
