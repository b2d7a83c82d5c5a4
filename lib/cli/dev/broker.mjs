// The broker of `npm run dev`: one bundle, started again in this process when what it is made of changes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { context } from 'esbuild';

import { ensureGenerated } from '../generate.mjs';
import { projectRoot } from '../project-root.mjs';
import { watchFolders } from './watch.mjs';

const SLOT = Symbol.for('redrive.runtime');

/** @param onStart called with the runtime and how long it took */
export async function openBroker({ root = projectRoot, entry = 'lib/runtime/start.ts', onStart, onFailure }) {
  // Below node_modules, so that its imports are found; a file, so that debuggers lead to the sources.
  const bundle = join(root, 'node_modules', '.cache', 'redrive', 'broker.cjs');
  const bundler = await context({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    outfile: bundle,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, entry)).href) },
  });
  let [running, made, turn] = [undefined, undefined, Promise.resolve()];

  const restart = async () => {
    const startedAt = performance.now();
    try {
      await ensureGenerated();
      const { outputFiles } = await bundler.rebuild();
      const parts = [outputFiles[0].contents, ...readSql(join(root, 'prisma'))];
      const fingerprint = parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
      if (fingerprint === made) return;
      await stop();
      made = undefined;
      running = await load(bundle, outputFiles[0].contents).startRuntime();
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
  const unwatch = watchFolders([join(root, 'lib'), join(root, 'prisma')], () => void inTurn(restart));
  return {
    async close() {
      unwatch();
      await inTurn(stop);
      await bundler.dispose();
    },
  };
}

/** Applied to the database at each start. */
function readSql(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.sql'));
  return files.map((file) => readFileSync(join(folder, file)));
}

/** Outside every cache, so that replaced modules are freed. */
function load(file, code) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  const require = createRequire(file);
  delete require.cache[file];
  return require(file);
}
