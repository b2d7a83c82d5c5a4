// A program in TypeScript as one file of JavaScript, which starts in a third of the time that loading each source takes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isPackaged, programsFolder, projectRoot } from './project-root.mjs';

/** Below node_modules, so that its imports are found. */
const FOLDER = join(projectRoot, 'node_modules', '.cache', 'redrive', 'bundles');
/** What commands start, also where nothing can be written. */
export const PROGRAMS = [
  ...['broker-process', 'doctor', 'migrate-now', 'preflight', 'running-servers', 'settle-restore', 'supervise']
    .concat('verify-audit')
    .map((name) => `lib/runtime/${name}.ts`),
  ...['actors', 'demo'].map((name) => `lib/practice/${name}.ts`),
];
/** Sources, and the JSON that they import. */
const BUNDLED = /\.(?:ts|json)$/;
const NOT_BUNDLED = /\.test\.tsx?$/;

/** @param entry its path from the root of the project */
export async function loadProgram(entry) {
  process.setSourceMapsEnabled(true);
  return await import(pathToFileURL(await bundle(entry)).href);
}

/** @returns the path of the bundle; made when a source differs from what the last one was made of */
export async function bundle(entry) {
  const name = basename(entry).replace(/\.ts$/, '');
  if (isPackaged) return join(programsFolder, `${name}.mjs`);
  const file = join(FOLDER, `${name}-${hashSources(entry)}.mjs`);
  if (existsSync(file)) return file;
  const { outputFiles } = await build({ entryPoints: [entry], write: false, outfile: file });
  mkdirSync(FOLDER, { recursive: true });
  // Another start may make the same one at the same time, or load what it has just made.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, outputFiles[0].contents);
  renameSync(draft, file);
  for (const other of readdirSync(FOLDER))
    if (other.startsWith(`${name}-`) && other.endsWith('.mjs') && join(FOLDER, other) !== file)
      rmSync(join(FOLDER, other), { force: true });
  return file;
}

/** Into the folder of an installed package: what programs share is there once. */
export async function bundleAll(outdir) {
  await build({
    entryPoints: PROGRAMS,
    outdir,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    splitting: true,
  });
}

let building = 0;

async function build(options) {
  const esbuild = await import('esbuild');
  building += 1;
  try {
    return await esbuild.build({
      absWorkingDir: projectRoot,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
      ...options,
    });
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
  for (const file of ['package-lock.json', ...files.filter((each) => BUNDLED.test(each) && !NOT_BUNDLED.test(each))])
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
