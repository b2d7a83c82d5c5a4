// The broker of `npm run dev`: bundled in memory, and started again in the same process when what it is made of changes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { context } from 'esbuild';

import { ensureGenerated } from '../generate.mjs';
import { projectRoot } from '../project-root.mjs';
import { watchFolders } from './watch.mjs';

const ENTRY = join(projectRoot, 'lib', 'runtime', 'start.ts');
/** Below node_modules, so that its imports are found; a file, so that traces and debuggers lead to the sources. */
const BUNDLE = join(projectRoot, 'node_modules', '.cache', 'redrive', 'broker.cjs');
const SLOT = Symbol.for('redrive.runtime');

/** @param onStart called with the runtime, how long it took and whether it is the first one */
export async function openBroker({ onStart, onFailure }) {
  const bundler = await context({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    outfile: BUNDLE,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(ENTRY).href) },
  });
  let [running, made, turn] = [undefined, undefined, Promise.resolve()];

  const restart = async () => {
    const startedAt = performance.now();
    try {
      await ensureGenerated();
      const { outputFiles } = await bundler.rebuild();
      const parts = [outputFiles[0].contents, ...readSchema()];
      const fingerprint = parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
      if (fingerprint === made) return;
      await stop();
      made = undefined;
      running = await load(outputFiles[0].contents).startRuntime({ console: true });
      made = fingerprint;
      onStart(running, performance.now() - startedAt);
    } catch (error) {
      onFailure(error);
    }
  };
  /** Next's modules find the runtime on the global object; until the next one is there, pages say that it starts. */
  const stop = async () => {
    const old = running;
    running = undefined;
    await old?.stop();
    delete globalThis[SLOT];
  };
  const inTurn = (work) => (turn = turn.then(work));

  await inTurn(restart);
  const unwatch = watchFolders(['lib', 'prisma'], () => void inTurn(restart));
  return {
    async close() {
      unwatch();
      await inTurn(stop);
      await bundler.dispose();
    },
  };
}

/** Applied to the database at each start. */
function readSchema() {
  const folder = join(projectRoot, 'prisma');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.sql'));
  return files.map((file) => readFileSync(join(folder, file)));
}

/** In nobody's cache, so that what was replaced is freed. */
function load(code) {
  mkdirSync(dirname(BUNDLE), { recursive: true });
  writeFileSync(BUNDLE, code);
  const require = createRequire(BUNDLE);
  delete require.cache[BUNDLE];
  return require(BUNDLE);
}
