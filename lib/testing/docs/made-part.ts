import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect } from 'vitest';

/**
 * The part of a page of the documentation that a test makes is what the code says; `vitest -u` writes it.
 * @param page below docs/
 * @param by path of the test, as the page names it
 */
export async function expectMadePart(page: string, by: string, made: string): Promise<void> {
  const file = fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url));
  const [begin, end] = [`<!-- made by ${by}: -u writes it again -->`, '<!-- end -->'];
  const [before, rest] = readFileSync(file, 'utf8').split(begin);
  const after = rest?.split(end)[1];
  expect(after, `${page} has no part that ${by} makes`).toBeDefined();
  await expect(`${before ?? ''}${begin}\n\n${made}\n\n${end}${after ?? ''}`).toMatchFileSnapshot(file);
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  return [head, head.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
