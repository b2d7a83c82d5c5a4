// Runs lib/runtime/preflight.ts, which needs a TypeScript loader that must not stay in this process.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { projectRoot } from './project-root.mjs';

export function preflight(kind) {
  const { status, error } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(projectRoot, 'lib', 'runtime', 'preflight.ts'), kind],
    { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (error) throw error;
  if (status !== 0) process.exit(1);
}
