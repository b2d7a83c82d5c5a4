import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FuzzRecord } from './fuzz/record';
import { toMarkdown } from './page';
import { addUp, readRounds, RECORD } from './record';
import type { SoakRecord } from './soak/record';

export const FUZZ_RECORD = join('chaos', 'results', 'fuzz.json');
export const SOAK_RECORD = join('chaos', 'results', 'soak.json');
const PAGE = join('docs', 'reference', 'reliability.md');

/** The page of the documentation, made of all that is recorded. Without a round of chaos it stays as it is. */
export function writePage(): void {
  const rounds = readRounds(RECORD);
  if (rounds.length === 0) return;
  const fuzz = readJson(FUZZ_RECORD) as FuzzRecord | null;
  const soak = readJson(SOAK_RECORD) as SoakRecord | null;
  writeFileSync(PAGE, toMarkdown(addUp(rounds), fuzz, soak));
}

function readJson(path: string): unknown {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : null;
}
