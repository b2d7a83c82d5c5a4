// `next build` when the content of what it reads differs from what the last finished build read.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

import { stampRouteTypes } from './generate.mjs';
import { step } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { msg, t } from './remote/speech.mjs';
import { runNode } from './run-command.mjs';

const SOURCES = [
  ...['app', 'components', 'lib', 'public', 'prisma/schema.prisma'],
  ...[
    'instrumentation.ts',
    'instrumentation-client.ts',
    'proxy.ts',
    'next.config.js',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'postcss.config.mjs',
  ],
];
const NOT_BUILT = /\.test\.tsx?$|^lib\/cli\/|^lib\/testing\/|^lib\/store\/generated\//;
/** There from the first finished build on. */
const builtFile = join(projectRoot, '.next', 'BUILD_ID');
const stampFile = join(projectRoot, '.next', 'redrive-sources');

/** How long the last finished build took on this machine. */
const timeFile = join(projectRoot, 'node_modules', '.cache', 'redrive', 'build-ms');
/** What Next writes when it begins a part of a build, and what that part is. */
const PHASES = [
  ['Creating an optimized production build', msg('compiling')],
  ['Compiled', msg('checking types')],
  ['Collecting page data', msg('collecting pages')],
  ['Generating static pages', msg('generating pages')],
  ['Finalizing page optimization', msg('finishing')],
];
/**
 * Processor time of a build, and of the loop below, on the machine where both were measured; a build uses two cores.
 */
const REFERENCE = { buildMs: 75_000, loopMs: 45, cores: 2 };
const LOOPS = 30_000_000;
const MOST_EXPECTED_MS = 900_000;

export async function ensureBuilt() {
  const sources = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return;
  rmSync(stampFile, { force: true });
  const startedAt = performance.now();
  let at = msg('starting');
  const build = () =>
    runNode([join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      onOutput: (output) => (at = phaseOf(output) ?? at),
      env: {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        // Writing the compiler's cache takes a quarter of a build, and most trees are built once. One that is built
        // again is being worked on.
        REDRIVE_BUILD_CACHE: existsSync(builtFile) ? '1' : '',
        // Next salts the ids of server actions with it: one key, and a page opened before an update can still save
        // after it, on any node. It protects nothing here: no action closes over values of the server.
        NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHash('sha256').update('redrive server actions').digest('base64'),
      },
    });
  await step(t('Building the console (next build)'), build, { expectedMs: expectedBuildMs(), at: () => t(at) });
  mkdirSync(dirname(timeFile), { recursive: true });
  writeFileSync(timeFile, String(Math.round(performance.now() - startedAt)));
  writeFileSync(stampFile, sources);
  stampRouteTypes();
}

function hashSources() {
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]}\n`);
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`${file}\n`).update(readFileSync(join(projectRoot, file)));
  return `${hash.digest('hex')}\n`;
}

function listFiles(path) {
  const absolute = join(projectRoot, path);
  if (!existsSync(absolute) || NOT_BUILT.test(`${path}/`)) return [];
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .map((entry) => `${path}/${entry.name}`)
    .toSorted()
    .flatMap((child) => (NOT_BUILT.test(child) ? [] : listFiles(child)));
}

function phaseOf(output) {
  return PHASES.findLast(([text]) => output.includes(text))?.[1];
}

function expectedBuildMs() {
  const last = existsSync(timeFile) ? Number(readFileSync(timeFile, 'utf8')) : 0;
  return last > 0 ? last : Math.min(MOST_EXPECTED_MS, estimateBuildMs(measureLoop(), availableParallelism()));
}

/** @param loopMs how long the loop took here @param cores of this machine */
export function estimateBuildMs(loopMs, cores) {
  return (REFERENCE.buildMs * (loopMs / REFERENCE.loopMs)) / Math.min(cores, REFERENCE.cores);
}

/** How fast this machine computes at the moment, other work beside it included: the middle one of five turns. */
function measureLoop() {
  const turns = Array.from({ length: 5 }, () => measureTurn(LOOPS / 5) * 5);
  return turns.toSorted((a, b) => a - b)[2];
}

function measureTurn(loops) {
  let value = 0;
  const startedAt = performance.now();
  for (let turn = 0; turn < loops; turn += 1) value = (value * 31 + turn) | 0;
  return value === Infinity ? 0 : performance.now() - startedAt;
}
