import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = ['app', 'components']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));

/** What a module has loaded before it runs. */
function importsOf(file: string): string[] {
  return Array.from(
    readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm),
    ([, name = '']) => (name.startsWith('.') ? join(dirname(file), name) : name.replace(/^@\//, '')),
  );
}

test('what draws charts is loaded after the page: nothing that a page loads first has it', () => {
  const pictures = files.filter((file) => importsOf(file).includes('recharts'));
  expect(pictures.length).toBeGreaterThan(3);
  const names = new Set(pictures.map((file) => file.replace(/\.tsx$/, '')));
  expect(files.filter((file) => importsOf(file).some((name) => names.has(name)))).toEqual([]);
});
