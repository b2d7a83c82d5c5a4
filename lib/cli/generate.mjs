// Generates what the sources import: the Prisma client (when its schema changed) and Next's route types.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fail } from './fail.mjs';
import { step } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { speakTerminal, t } from './remote/speech.mjs';
import { runNode } from './run-command.mjs';

const schemaFile = join(projectRoot, 'prisma', 'schema.prisma');
const output = join(projectRoot, 'lib', 'store', 'generated');
const stampFile = join(output, 'redrive-stamp');
const routeStampFile = join(projectRoot, '.next', 'types', 'redrive-stamp');

export async function ensureGenerated() {
  if (!isGenerated()) await step(t('Generating the database client'), generate);
}

/** Types of the routes (PageProps, LayoutProps) and of CSS modules, unless they were made already, also by a build. */
export async function generateRouteTypes() {
  if (existsSync(routeStampFile) && readFileSync(routeStampFile, 'utf8') === routeStamp()) return;
  await runNode([join('node_modules', 'next', 'dist', 'bin', 'next'), 'typegen'], {
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  });
  stampRouteTypes();
}

/** To be called when they were made. */
export function stampRouteTypes() {
  if (existsSync(dirname(routeStampFile))) writeFileSync(routeStampFile, routeStamp());
}

/** They are made of the names of the files of the routes. */
function routeStamp() {
  const names = readdirSync(join(projectRoot, 'app'), { recursive: true }).toSorted((a, b) => a.localeCompare(b));
  const config = readFileSync(join(projectRoot, 'next.config.js'));
  return `${versionOf('next')} ${createHash('sha256').update(names.join('\n')).update(config).digest('hex')}\n`;
}

function versionOf(dependency) {
  return JSON.parse(readFileSync(join(projectRoot, 'node_modules', dependency, 'package.json'), 'utf8')).version;
}

function isGenerated() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp();
}

async function generate() {
  const stamp = currentStamp();
  await runNode(
    [join('node_modules', 'prisma', 'build', 'index.js'), 'generate', '--schema', schemaFile, '--no-hints'],
    // Generating needs no schema engine, but Prisma downloads one unless a path is given.
    {
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    },
  );
  writeFileSync(stampFile, stamp);
}

function currentStamp() {
  return `${versionOf('prisma')} ${createHash('sha256').update(readFileSync(schemaFile)).digest('hex')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await Promise.all([ensureGenerated(), generateRouteTypes()]).catch(fail);
  speakTerminal();
  process.stdout.write(`${t('Database client and route types are up to date.')}\n`);
}
