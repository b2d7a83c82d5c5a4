// npm run house: how large the product is, and how far its structure is from the plan. Prints a table, and how much of
// it came after the house was rebuilt (or --since <commit>), by room; exits with 1 when a figure is above the most that
// it may be.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { countBackArrows, countCircles } from './arrows.mjs';
import { measureGrowth } from './growth.mjs';
import { readModuleGraph } from './module-graph.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'figures of the house, which may only fall';
/** What is generated must be there. */
export const readsGenerated = true;

const TEST = /\.test\.tsx?$|^lib\/testing\//;
const PRODUCT = /^(?:app|components|lib)\/.*\.(?:tsx?|css|mjs|sql)$|^prisma\/functions\/.*\.sql$/;
const IN_CLUSTER = /\b(?:runInCluster|inCluster|isInCluster|isCluster|ofLetters)\b/g;
const TINY_LINES = 20;

/** Each figure: what it is, its goal, and the most it may be. A commit that makes it smaller lowers that too. */
export const FIGURES = [
  // No most: a feature adds lines; the account by room says what was added.
  { name: 'product lines', goal: 135_000, of: ({ files }) => sum(files, ({ lines }) => lines) },
  { name: 'product files', of: ({ files }) => files.length },
  {
    name: `files of at most ${TINY_LINES} lines`,
    of: ({ files }) => files.filter(({ lines }) => lines <= TINY_LINES).length,
  },
  {
    name: 'runInCluster, inCluster and the like in console and components',
    goal: 10,
    most: 27,
    of: ({ files }) => count(files, /^(?:lib\/console|components)\//, IN_CLUSTER),
  },
  {
    name: 'imports of lib/store from lib/console',
    goal: 0,
    most: 0,
    of: ({ graph }) => countImports(graph, /^lib\/console\//, /^lib\/store\//),
  },
  {
    name: 'toISOString in lib/console',
    goal: 10,
    most: 1,
    of: ({ files }) => count(files, /^lib\/console\//, /\.toISOString\(/g),
  },
  ...[
    { room: 'components', goal: 0, most: 0 },
    { room: 'lib/broker', goal: 0, most: 0 },
    { room: 'lib/gateway', goal: 2, most: 2 },
  ].map(({ room, ...limits }) => ({
    ...{ name: `arrows back between the folders of ${room}`, ...limits },
    of: ({ graph }) => countBackArrows(graph, room),
  })),
  { name: 'circles of files, types included', goal: 3, most: 0, of: ({ graph }) => countCircles(graph) },
];

const isProduct = (file) => PRODUCT.test(file) && !TEST.test(file);

async function readProduct() {
  return (await listSourceFiles()).filter(isProduct).map((file) => {
    const text = readSource(file);
    return { file, text, lines: text.split('\n').length - 1 };
  });
}

export async function measureHouse() {
  const files = await readProduct();
  const graph = new Map([...(await readModuleGraph())].filter(([file]) => !TEST.test(file)));
  return FIGURES.map(({ of, ...rest }) => ({ ...rest, value: of({ files, graph }) }));
}

function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0);
}

function count(files, where, what) {
  return sum(
    files.filter(({ file }) => where.test(file)),
    ({ text }) => text.match(what)?.length ?? 0,
  );
}

function countImports(graph, from, to) {
  return sum(
    [...graph].filter(([file]) => from.test(file)),
    ([, { imports }]) => imports.filter((one) => one.to !== null && to.test(one.to)).length,
  );
}

export async function run() {
  return findGrown(await measureHouse());
}

/** @param {{ name: string, value: number, most?: number }[]} figures @returns what to say of each that has grown */
export function findGrown(figures) {
  return figures
    .filter(({ value, most }) => most !== undefined && value > most)
    .map(
      ({ name, value, most }) => `${value.toLocaleString('en')} ${name}, at most ${most.toLocaleString('en')} may be`,
    );
}

/** The account of the product's size: what was there at the commit, and what came with later features. */
async function printGrowth(since) {
  const rooms = await measureGrowth(await readProduct(), isProduct, since);
  const all = { room: 'all', ...totalOf(rooms) };
  const older = all.now - all.inNewFiles;
  print([
    `${inDigits(older)}  product lines in files that were there (goal: 135,000), ${all.before.toLocaleString('en')} before`,
    `${inDigits(all.inNewFiles)}  product lines in files that came later`,
    '',
    ['before', 'now', 'more', 'in new files'].map((head) => head.padStart(14)).join(''),
    ...[all, ...rooms].map(
      ({ room, before, now, inNewFiles }) =>
        `${[before, now, now - before, inNewFiles].map((lines) => inDigits(lines, 14)).join('')}  ${room}`,
    ),
  ]);
}

function totalOf(rooms) {
  return Object.fromEntries(['before', 'now', 'inNewFiles'].map((name) => [name, sum(rooms, (room) => room[name])]));
}

function inDigits(number, width = 9) {
  return number.toLocaleString('en').padStart(width);
}

function print(lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureHouse();
  print(
    figures.map(
      ({ name, value, goal }) =>
        `${inDigits(value)}  ${name}${goal === undefined ? '' : ` (goal: ${goal.toLocaleString('en')})`}`,
    ),
  );
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  await printGrowth(values.since).catch(() =>
    process.stdout.write('How it grew is not known: git does not have the commit (a shallow clone?)\n'),
  );
  const grown = findGrown(figures);
  if (grown.length > 0) process.stderr.write(`\n${grown.join('\n')}\n`);
  process.exitCode = grown.length === 0 ? 0 : 1;
}
