import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';
import { runNode } from '../run-command.mjs';
import { hashOf, recall, remember } from './memory.mjs';
import { findDependents, readModuleGraph } from './module-graph.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'lint and types (oxlint, TypeScript)';
/** What is generated must be there. */
export const readsGenerated = true;

/**
 * Generated, so git ignores it. It compares what each page, layout and route exports with what Next expects: only the
 * compiler judges it.
 */
const ROUTE_TYPES = '.next/types/validator.ts';
const OF_COMPILER = /^typescript\(TS\d+\)$/;
const LINTED = /\.(ts|tsx|js|mjs)$/;
/** What every file is judged by: settings, dependencies, generated and global types. */
const COMMON = /\.(json|d\.ts)$|^prisma\/schema\.prisma$/;
/** Adds to types that files have without importing it. */
const AUGMENTS = /^declare (module|global)\b/m;
const READ = /\.(ts|tsx|js|mjs|json|prisma)$/;
/** Generated, or left out where there is no git. */
const UNLISTED = ['.next/types/routes.d.ts', '.oxlintrc.json'];

/**
 * Judges what differs from the last tree in which nothing was found, and all that imports it, directly or through
 * others: what a file is judged by is itself, what it imports, and what is common.
 *
 * @param {string[]} [changed] in place of what differs
 */
export async function run(changed) {
  const tree = await readTree();
  const differing = changed ?? findDiffering(recall('lint'), tree);
  const whole = differing === undefined || differing.some((file) => COMMON.test(file));
  const files = (whole ? Object.keys(tree.files) : await listAffected(differing)).filter((file) =>
    existsSync(join(projectRoot, file)),
  );
  const problems = await judge(files);
  if (changed === undefined && problems.length === 0) remember('lint', tree);
  return problems;
}

/** The hash of each file. */
async function readTree() {
  const sources = [...(await listSourceFiles(READ)), ...UNLISTED].map((file) => ({ file, text: readSource(file) }));
  const common = sources.filter(({ file, text }) => COMMON.test(file) || AUGMENTS.test(text));
  const linted = sources.filter(({ file }) => LINTED.test(file) && !UNLISTED.includes(file));
  return {
    common: hashOf(common.map(({ file, text }) => `${file}\n${text}`).join('\n')),
    files: Object.fromEntries(linted.map(({ file, text }) => [file, hashOf(text)])),
  };
}

/** Undefined: everything is to be judged. What imported a file that is gone is known no more. */
function findDiffering(last, { common, files }) {
  if (last?.common !== common || Object.keys(last.files).some((file) => files[file] === undefined)) return undefined;
  return Object.keys(files).filter((file) => files[file] !== last.files[file]);
}

async function judge(files) {
  if (files.length === 0) return [];
  const asked = files.some((file) => file.startsWith('app/')) ? [...files, ROUTE_TYPES] : files;
  const { linted, problems } = await lint(asked);
  return linted < asked.length ? [`only ${linted} of ${asked.length} files were linted`] : problems;
}

async function listAffected(changed) {
  const graph = await readModuleGraph();
  return findDependents(graph, changed).filter((file) => graph.has(file));
}

/** One run for all: most of it is reading the types of the whole tree. */
async function lint(files) {
  const args = [
    join('node_modules', 'oxlint', 'bin', 'oxlint'),
    '--type-aware',
    // The compiler's own errors, by the native TypeScript: one pass instead of a second one by tsc.
    '--type-check',
    '--deny-warnings',
    '--format=json',
    '--no-ignore',
    ...files,
  ];
  // It ends soon: collecting what it no longer uses would take a quarter of its time, and nearly half at its limit.
  const env = { GOGC: '800', GOMEMLIMIT: `${Math.max(3, Math.round(totalmem() / 2 ** 32))}GiB` };
  const output = await runNode(args, { env }).catch((error) => error.output);
  const { diagnostics, number_of_files: linted } = JSON.parse(output.slice(output.indexOf('{')));
  const problems = diagnostics.filter(({ filename, code }) => filename !== ROUTE_TYPES || OF_COMPILER.test(code));
  return { linted, problems: problems.map(describe) };
}

function describe({ code, filename, labels, message }) {
  const line = labels[0]?.span.line;
  return `${filename}${line === undefined ? '' : `:${line}`} ${code} ${message}`;
}
