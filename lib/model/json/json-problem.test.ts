import { expect, test } from 'vitest';
import { findProblem, jsonProblem } from './json-problem';

test.each([
  ['', 'line 1, column 1: expected a value, found the end of the text'],
  ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes, found }'],
  ["{'a': 1}", "line 1, column 2: expected a name in double quotes or a closing brace, found '"],
  ['{"a" 1}', 'line 1, column 6: expected a colon, found 1'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or a closing brace, found "'],
  ['{\n  "a": yes\n}', 'line 2, column 8: expected a value, found yes'],
  ['[1, 2', 'line 1, column 6: expected a comma or ], found the end of the text'],
  ['[1 2]', 'line 1, column 4: expected a comma or ], found 2'],
  ['[1,]', 'line 1, column 4: expected a value, found ]'],
  ['{}{}', 'line 1, column 3: expected nothing more, found {'],
  [
    '"one\ntwo"',
    'line 1, column 5: expected a closing double quote (a line break within text is \\n), found the end of the line',
  ],
  [
    String.raw`"C:\dir"`,
    String.raw`line 1, column 4: expected an escape that JSON has, such as \n or \u and four digits, found ` + '\\',
  ],
  ['[007]', 'line 1, column 2: expected a value or ], found 007'],
  ['[1.]', 'line 1, column 2: expected a value or ], found 1'],
  ['{"price": 12 €}', 'line 1, column 14: expected a comma or a closing brace, found €'],
])('%s', (text, says) => expect(jsonProblem(text)).toBe(says));

test('says that a text is JSON exactly when it is', () => {
  const whole = '{"a": [1, -2.5e+3, "x\\u00e9\\n", {"b": null}, []], "c": true, "": {}}';
  const chars = ['"', '\\', '{', '}', '[', ']', ':', ',', '0', '1', '.', '-', 'e', 't', ' ', '\n', '\u0001', 'é'];
  const counts = { json: 0, not: 0 };
  const wrong: string[] = [];
  for (let at = 0; at <= whole.length; at += 1) {
    for (const char of ['', ...chars]) {
      for (const text of [
        whole.slice(0, at) + char + whole.slice(at + 1),
        whole.slice(0, at) + char + whole.slice(at),
      ]) {
        counts[isJson(text) ? 'json' : 'not'] += 1;
        if ((findProblem(text) === null) !== isJson(text)) wrong.push(text);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(counts.json).toBeGreaterThan(100);
  expect(counts.not).toBeGreaterThan(1000);
});

test('a long and deep text is read as well', () => {
  expect(findProblem(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeNull();
  expect(findProblem(JSON.stringify('a\n'.repeat(1_000_000)))).toBeNull();
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
