// `next build` when the content of what it reads differs from what the last finished build read.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { stampRouteTypes } from './generate.mjs';
import { step } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
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

export async function ensureBuilt() {
  const sources = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return;
  rmSync(stampFile, { force: true });
  await step('Building the console (next build)', () =>
    runNode([join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      env: {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        // Writing the compiler's cache takes a quarter of a build, and most trees are built once. One that is built again
        // is being worked on.
        REDRIVE_BUILD_CACHE: existsSync(builtFile) ? '1' : '',
        // Next salts the ids of server actions with it: one key, and a page opened before an update can still save
        // after it, on any node. It protects nothing here: no action closes over values of the server.
        NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHash('sha256').update('redrive server actions').digest('base64'),
      },
    }),
  );
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
