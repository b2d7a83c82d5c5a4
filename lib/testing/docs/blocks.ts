import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of the README or the manual, as printed. */
export interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Which test takes the blocks of a language: each of these files calls `blocksOf` with it. */
export const RUNNERS: Readonly<Record<string, string>> = {
  js: 'e2e/protocol/documented-node.test.ts',
  java: 'e2e/java/documented.test.ts',
  go: 'e2e/sdks/documented.test.ts',
  python: 'e2e/sdks/documented.test.ts',
  sh: 'lib/testing/docs/shell.test.ts',
  sql: 'lib/testing/docs/sql.db.test.ts',
  json: 'lib/testing/docs/data.test.ts',
  http: 'lib/testing/docs/data.test.ts',
  yaml: 'lib/testing/docs/data.test.ts',
  promql: 'lib/testing/docs/data.test.ts',
  text: 'lib/testing/docs/data.test.ts',
  mermaid: 'lib/testing/docs/data.test.ts',
  ts: 'lib/testing/docs/data.test.ts',
};

const FENCE = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^ *```$/gm;

export function documents(): string[] {
  const manual = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    // Programs of translated pages are those of the English ones (lib/cli/translations.test.ts).
    .filter((name) => !/^(zh-CN|ja)[\\/]/.test(name));
  return ['README.md', 'SECURITY.md', ...manual.map((name) => join('docs', name))].toSorted();
}

export function allBlocks(): Block[] {
  return documents().flatMap((file) => {
    const content = readFileSync(file, 'utf8');
    return [...content.matchAll(FENCE)].map(({ index, 2: language = '', 3: text = '' }) => ({
      ...{ file, language, text },
      line: content.slice(0, index).split('\n').length,
    }));
  });
}

export function blocksOf(language: keyof typeof RUNNERS): Block[] {
  return allBlocks().filter((block) => block.language === language);
}

/** For the title of a test. */
export function placeOf({ file, line }: Block): string {
  return `${file}:${line}`;
}
