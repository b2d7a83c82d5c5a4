import { join } from 'node:path';

import { runNode } from '../run-command.mjs';

export const name = 'types (tsc)';

export async function run() {
  const output = await runNode([
    join('node_modules', 'typescript', 'bin', 'tsc'),
    '--noEmit',
    '--pretty',
    'false',
  ]).catch((error) => error.output || error.message);
  return output.split('\n').filter((line) => /error TS\d+/.test(line));
}
