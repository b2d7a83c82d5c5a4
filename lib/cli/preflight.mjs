// Runs lib/runtime/preflight.ts in a process of its own: what it loads must not stay in this one.
import { spawnSync } from 'node:child_process';

import { bundle } from './bundle.mjs';
import { projectRoot } from './project-root.mjs';

export async function preflight(kind) {
  const { status, error } = spawnSync(process.execPath, [await bundle('lib/runtime/preflight.ts'), kind], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) process.exit(1);
}
