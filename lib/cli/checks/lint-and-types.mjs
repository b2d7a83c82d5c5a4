import { join } from 'node:path';

import { runNode } from '../run-command.mjs';
import { listSourceFiles } from './source-files.mjs';

export const name = 'lint and types (oxlint, TypeScript)';

const ROUTE_TYPES = join('.next', 'types', 'validator.ts');
const ROUTE_TYPES_CONFIG = join('lib', 'cli', 'config', 'route-types.json');
const LINTED = /\.(ts|tsx|js|mjs)$/;

/** @param {string[]} [files] only these; without it, everything */
export async function run(files) {
  const expected = (files ?? (await listSourceFiles())).filter((file) => LINTED.test(file));
  if (expected.length === 0) return [];
  const whole = files === undefined;
  const [sources, routes] = await Promise.all([
    lint(whole ? ['.'] : expected),
    // Generated, so that git and the linter ignore it: what each page, layout and route exports is checked here.
    lint(['--config', ROUTE_TYPES_CONFIG, '--no-ignore', ROUTE_TYPES]),
  ]);
  if (sources.files < expected.length)
    return [`only ${sources.files} of ${expected.length} files were linted: the configuration misses some`];
  if (routes.files !== 1) return [`${ROUTE_TYPES} was not checked`];
  return [...sources.problems, ...routes.problems];
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
