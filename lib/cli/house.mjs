// npm run house: how large the product is, and how far its structure is from the plan. Prints a table; exits with 1
// when a figure that may only fall has grown.
import { pathToFileURL } from 'node:url';

import { countBackArrows, countCircles } from './checks/arrows.mjs';
import { readModuleGraph } from './checks/module-graph.mjs';
import { listSourceFiles, readSource } from './checks/source-files.mjs';

const TEST = /\.test\.tsx?$|^lib\/testing\//;
const PRODUCT = /^(?:app|components|lib)\/.*\.(?:tsx?|css|mjs|sql)$|^prisma\/functions\/.*\.sql$/;
const IN_CLUSTER = /\b(?:runInCluster|inCluster|isCluster|ofLetters)\b/g;
const TINY_LINES = 20;

/** Each figure: what it is, its goal, and the most it may be; the most falls with the figure. */
export const FIGURES = [
  { name: 'product lines', goal: 135_000, most: 153_500, of: ({ files }) => sum(files, ({ lines }) => lines) },
  { name: 'product files', goal: null, most: null, of: ({ files }) => files.length },
  {
    name: `files of at most ${TINY_LINES} lines`,
    goal: null,
    most: null,
    of: ({ files }) => files.filter(({ lines }) => lines <= TINY_LINES).length,
  },
  {
    name: 'runInCluster, inCluster and the like in console and components',
    goal: 10,
    most: null,
    of: ({ files }) => count(files, /^(?:lib\/console|components)\//, IN_CLUSTER),
  },
  {
    name: 'imports of lib/store from lib/console',
    goal: 0,
    most: null,
    of: ({ graph }) => countImports(graph, /^lib\/console\//, /^lib\/store\//),
  },
  {
    name: 'toISOString in lib/console',
    goal: 10,
    most: null,
    of: ({ files }) => count(files, /^lib\/console\//, /\.toISOString\(/g),
  },
  ...['components', 'lib/broker', 'lib/gateway'].map((room) => ({
    name: `arrows back between the folders of ${room}`,
    goal: room === 'lib/gateway' ? 2 : 0,
    most: null,
    of: ({ graph }) => countBackArrows(graph, room),
  })),
  { name: 'circles of files, types included', goal: 3, most: null, of: ({ graph }) => countCircles(graph) },
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

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { name, value, goal } of await measureHouse())
    process.stdout.write(
      `${value.toLocaleString('en').padStart(9)}  ${name}${goal === null ? '' : ` (goal: ${goal.toLocaleString('en')})`}\n`,
    );
