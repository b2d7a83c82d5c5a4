// npm run house: how large the product is, and how far its structure is from the plan. Prints a table; exits with 1
// when a figure is above the most that it may be.
import { pathToFileURL } from 'node:url';

import { countBackArrows, countCircles } from './arrows.mjs';
import { readModuleGraph } from './module-graph.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'figures of the house, which may only fall';

const TEST = /\.test\.tsx?$|^lib\/testing\//;
const PRODUCT = /^(?:app|components|lib)\/.*\.(?:tsx?|css|mjs|sql)$|^prisma\/functions\/.*\.sql$/;
const IN_CLUSTER = /\b(?:runInCluster|inCluster|isInCluster|isCluster|ofLetters)\b/g;
const TINY_LINES = 20;

/** Each figure: what it is, its goal, and the most it may be. A commit that makes it smaller lowers that too. */
export const FIGURES = [
  // No most: a feature adds lines; the figure says what a release has added.
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

export async function measureHouse() {
  const all = (await listSourceFiles()).filter((file) => PRODUCT.test(file) && !TEST.test(file));
  const files = all.map((file) => {
    const text = readSource(file);
    return { file, text, lines: text.split('\n').length - 1 };
  });
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureHouse();
  for (const { name, value, goal } of figures)
    process.stdout.write(
      `${value.toLocaleString('en').padStart(9)}  ${name}${goal === undefined ? '' : ` (goal: ${goal.toLocaleString('en')})`}\n`,
    );
  const grown = findGrown(figures);
  if (grown.length > 0) process.stderr.write(`\n${grown.join('\n')}\n`);
  process.exitCode = grown.length === 0 ? 0 : 1;
}
