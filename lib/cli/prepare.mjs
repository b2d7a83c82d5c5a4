// npm run build: everything that `npm start` would prepare, and nothing is started.
import './require-node.mjs';

import { pathToFileURL } from 'node:url';

import { bundle, PROGRAMS } from './bundle.mjs';
import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { speakTerminal, t } from './remote/speech.mjs';
import { withTreeLock } from './tree-lock.mjs';

/** @param check called before the build, with everything installed and generated */
export function prepare({ check = async () => undefined } = {}) {
  return withTreeLock(async () => {
    await installAndGenerate();
    await check();
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt();
    for (const program of PROGRAMS) await bundle(program);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  speakTerminal();
  await prepare().catch(fail);
  process.stdout.write(`${t('The console is built.')}\n`);
}
