import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('a table is given a problem only when its read failed: until then it shows that it is being read', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const withElement = files.filter((file) => /problem=\{<ReadProblem/.test(readFileSync(`${ROOT}/${file}`, 'utf8')));
  expect(files.length).toBeGreaterThan(200);
  expect(withElement).toEqual([]);
});
