import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'size of files and lines';

const EXEMPT = /^prisma\/(migrations|releases)\/|^lib\/store\/generated\//;
const TEST = /\.test\.tsx?$|^e2e\//;
const MOST_LINES = 350;
const MOST_LINES_OF_A_TEST = 500;
const MOST_CHARACTERS = 120;
/** The formatter keeps the title of a test on one line, whatever its length. */
const TITLE = /^\s*(?:(?:test|it|describe)(?:\.\w+)*\(|'(?:[^'\\]|\\.)*',$)/;
/** Longer lines from before there was a limit. Each number may only fall. */
const LONG_LINES = { sql: 0, ts: 100 };

export async function run() {
  const files = (await listSourceFiles()).filter((file) => !EXEMPT.test(file));
  return findProblems(files.map((file) => ({ file, lines: readSource(file).replace(/\n$/, '').split('\n') })));
}

/** @param {{ file: string, lines: string[] }[]} sources */
export function findProblems(sources, allowed = LONG_LINES) {
  const tooLarge = sources.flatMap(({ file, lines }) => {
    const limit = TEST.test(file) ? MOST_LINES_OF_A_TEST : MOST_LINES;
    return lines.length > limit ? [`${file} has ${lines.length} lines, at most ${limit} are allowed`] : [];
  });
  return [...tooLarge, ...findLongLines(sources, 'sql', allowed.sql), ...findLongLines(sources, 'ts', allowed.ts)];
}

function findLongLines(sources, kind, allowed) {
  const long = sources
    .filter(({ file }) => file.endsWith('.sql') === (kind === 'sql'))
    .map(({ file, lines }) => ({ file, count: lines.filter((line) => isTooLong(file, line)).length }))
    .filter(({ count }) => count > 0);
  const total = long.reduce((sum, { count }) => sum + count, 0);
  if (total <= allowed) return [];
  const rule = `${total} lines of ${kind} files have more than ${MOST_CHARACTERS} characters, at most ${allowed} may`;
  const worst = long.toSorted((a, b) => b.count - a.count).slice(0, 10);
  return [`${rule}. Most are in ${worst.map(({ file, count }) => `${file} (${count})`).join(', ')}`];
}

function isTooLong(file, line) {
  return line.length > MOST_CHARACTERS && !(TEST.test(file) && TITLE.test(line));
}
