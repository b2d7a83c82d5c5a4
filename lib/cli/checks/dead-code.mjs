import { join } from 'node:path';

import { runNode } from '../run-command.mjs';

export const name = 'dead code (knip)';
/** What is generated must be there. */
export const readsGenerated = true;

export async function run() {
  const config = join('lib', 'cli', 'config', 'knip.json');
  const args = [
    join('node_modules', 'knip', 'bin', 'knip.js'),
    '--config',
    config,
    '--reporter',
    'compact',
    '--no-progress',
    '--no-config-hints',
    '--cache',
  ];
  const output = await runNode(args).catch((error) => error.output || error.message);
  return output.split('\n').filter((line) => line.trim() !== '');
}
