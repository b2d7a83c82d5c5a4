// A program in TypeScript as one file of JavaScript, which starts in a third of the time that loading each source takes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { projectRoot } from './project-root.mjs';

/** Below node_modules, so that its imports are found. */
const FOLDER = join(projectRoot, 'node_modules', '.cache', 'redrive', 'bundles');
/** What `npm start` and `npm run broker` start, also where nothing can be written. */
export const PROGRAMS = ['lib/runtime/preflight.ts', 'lib/runtime/supervise.ts', 'lib/runtime/broker-process.ts'];
const NOT_BUNDLED = /\.test\.tsx?$/;

/** @param entry its path from the root of the project */
export async function loadProgram(entry) {
  process.setSourceMapsEnabled(true);
  return await import(pathToFileURL(await bundle(entry)).href);
}

/** @returns the path of the bundle; made when a source differs from what the last one was made of */
export async function bundle(entry) {
  const name = basename(entry).replace(/\.ts$/, '');
  const file = join(FOLDER, `${name}-${hashSources(entry)}.mjs`);
  if (existsSync(file)) return file;
  const contents = await build(entry, file);
  mkdirSync(FOLDER, { recursive: true });
  // Another start may make the same one at the same time, or load what it has just made.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
  for (const other of readdirSync(FOLDER))
    if (other.startsWith(`${name}-`) && other.endsWith('.mjs') && join(FOLDER, other) !== file)
      rmSync(join(FOLDER, other), { force: true });
  return file;
}

let building = 0;

async function build(entry, file) {
  const esbuild = await import('esbuild');
  building += 1;
  try {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: projectRoot,
      entryPoints: [entry],
      bundle: true,
      write: false,
      outfile: file,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
    });
    return outputFiles[0].contents;
  } finally {
    building -= 1;
    // Its process would live as long as this one. One for all builds: to stop it under another leaves that without end.
    if (building === 0) await esbuild.stop();
  }
}

function hashSources(entry) {
  const hash = createHash('sha256');
  const folders = new Set(['lib', dirname(entry)]);
  const files = [...folders].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  for (const file of ['package-lock.json', ...files.filter((each) => each.endsWith('.ts') && !NOT_BUNDLED.test(each))])
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
