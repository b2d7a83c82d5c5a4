import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('english.mjs', import.meta.url).href;
const { findWords } = (await import(script)) as { findWords: (file: string, text: string) => string[] };

const places = (file: string, text: string): string[] =>
  findWords(file, text).map((problem) => problem.replace(/ says.*/, ''));

test('comments, strings and texts of a page are read', () => {
  expect(places('a.ts', '// Nobody waits.\nconst a = 1;\n/** Read by\n * whoever comes. */\nf(a);')).toEqual([
    'a.ts:1',
    'a.ts:4',
  ]);
  expect(places('a.ts', "fail('the client was told so');\nfail(`${name} was told so`);")).toEqual(['a.ts:1', 'a.ts:2']);
  expect(places('a.tsx', 'const A = () => (\n  <p title="nobody is told">\n    {who} is told\n  </p>\n);')).toEqual([
    'a.tsx:2',
    'a.tsx:2',
    'a.tsx:3',
  ]);
  expect(places('a.ts', 'function f() {\n  return 1;\n  // nobody\n}\n')).toEqual(['a.ts:3']);
  expect(places('a.sql', 'SELECT told -- for those that wait\n FROM a;')).toEqual(['a.sql:1']);
});

test('identifiers, values of one word and statements are not', () => {
  expect(places('a.ts', "const told = incident.told; this.#told = { told }; f('nobody', told);")).toEqual([]);
  expect(places('lib/store/queries/a.ts', 'const sql = `SELECT told FROM a`;')).toEqual([]);
  expect(places('a.ts', '// the user `nobody`, or "nobody"')).toEqual([]);
  expect(places('a.ts', 'const toldAt = nobodys; // retold')).toEqual([]);
});

test('a document is read outside of its code', () => {
  expect(places('a.md', 'One\n`nobody`\n```\nnobody\n```\nIt tells Nobody.')).toEqual(['a.md:6']);
});

test('each problem says what to write instead', () => {
  expect(findWords('a.md', 'The alarm is told.')).toEqual([
    'a.md:1 says "told"; write "notified", "sent", "reported" or "shown"',
  ]);
});
