import { join } from 'node:path';

import { runNode } from '../run-command.mjs';
import { findDependents, readModuleGraph } from './module-graph.mjs';
import { listSourceFiles } from './source-files.mjs';

export const name = 'lint and types (oxlint, TypeScript)';

const ROUTE_TYPES = join('.next', 'types', 'validator.ts');
const ROUTE_TYPES_CONFIG = join('lib', 'cli', 'config', 'route-types.json');
const LINTED = /\.(ts|tsx|js|mjs)$/;
/** What every file is judged by. */
const COMMON = /^(\.oxlintrc\.json|tsconfig\.json|package(-lock)?\.json|prisma\/schema\.prisma)$|\.d\.ts$/;

/** @param {string[]} [changed] judges these files and all that import them; without it, everything */
export async function run(changed) {
  const whole = changed === undefined || changed.some((file) => COMMON.test(file));
  const files = whole ? (await listSourceFiles()).filter((file) => LINTED.test(file)) : await listAffected(changed);
  if (files.length === 0) return [];
  const [sources, routes] = await Promise.all([
    lint(whole ? ['.'] : files),
    // Generated, so git and the linter ignore it. It compares what each page, layout and route exports with what Next
    // expects.
    lint(['--config', ROUTE_TYPES_CONFIG, '--no-ignore', ROUTE_TYPES]),
  ]);
  if (sources.files < files.length)
    return [`only ${sources.files} of ${files.length} files were linted: the configuration misses some`];
  if (routes.files !== 1) return [`${ROUTE_TYPES} was not checked`];
  return [...sources.problems, ...routes.problems];
}

async function listAffected(changed) {
  const graph = await readModuleGraph();
  return findDependents(graph, changed).filter((file) => graph.has(file));
}

async function lint(args) {
  const output = await runNode([
    join('node_modules', 'oxlint', 'bin', 'oxlint'),
    '--type-aware',
    // The compiler's own errors, by the native TypeScript: one pass instead of a second one by tsc.
    '--type-check',
    '--deny-warnings',
    '--format=json',
    ...args,
  ]).catch((error) => error.output);
  const { diagnostics, number_of_files: files } = JSON.parse(output.slice(output.indexOf('{')));
  return { files, problems: diagnostics.map(describe) };
}

function describe({ code, filename, labels, message }) {
  const line = labels[0]?.span.line;
  return `${filename}${line === undefined ? '' : `:${line}`} ${code} ${message}`;
}
