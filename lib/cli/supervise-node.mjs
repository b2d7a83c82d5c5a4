// This process watches the others of its node (lib/runtime/supervise.ts); it loads nothing of the console.
import { join } from 'node:path';

import { bundle, loadProgram } from './bundle.mjs';
import { HEAP_OPTION } from './limit-heap-growth.mjs';
import { projectRoot } from './project-root.mjs';
import { stopOnSignals } from './stop-on-signals.mjs';

export async function superviseNode({ console }) {
  const { supervise } = await loadProgram('lib/runtime/supervise.ts');
  const programs = {
    broker: await bundle('lib/runtime/broker-process.ts'),
    console: console ? join(projectRoot, 'lib', 'cli', 'console.mjs') : null,
    execArgv: [HEAP_OPTION],
  };
  await supervise(programs, stopOnSignals);
}
