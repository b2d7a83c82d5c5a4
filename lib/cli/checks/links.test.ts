import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('links.mjs', import.meta.url).href;
type Target = (path: string) => string | null | undefined;
const { brokenLinks } = (await import(script)) as {
  brokenLinks: (file: string, text: string, target: Target) => string[];
};

const files: Readonly<Record<string, string | null>> = {
  'docs/operate/upgrade.md': '# Upgrade\n\n## When the database is in trouble, or not',
  'docs/grafana.json': null,
};
const problems = (text: string): string[] => brokenLinks('docs/README.md', text, (path) => files[path]);

test('links lead to files and to their headings', () => {
  expect(problems('[a](operate/upgrade.md#when-the-database-is-in-trouble-or-not) [b](grafana.json)')).toEqual([]);
  expect(problems('# Here\n[a](#here) [b](https://example.com/x.md)\n```\n[c](gone.md)\n```')).toEqual([]);
});

test('a file or a heading that does not exist is named', () => {
  expect(problems('[a](operate/gone.md)')).toEqual(['docs/README.md links to operate/gone.md, which does not exist']);
  expect(problems('[a](operate/upgrade.md#before) [b](#nowhere)')).toEqual([
    'docs/README.md links to operate/upgrade.md#before, which has no such heading',
    'docs/README.md links to #nowhere, which has no such heading',
  ]);
});
