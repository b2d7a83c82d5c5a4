import { join } from 'node:path';

import { runNode } from '../run-command.mjs';

export const name = 'format (oxfmt)';

export async function run() {
  const output = await runNode([join('node_modules', 'oxfmt', 'bin', 'oxfmt'), '--list-different']).catch(
    (error) => error.output,
  );
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((file) => `${file} is not formatted (npm run format)`);
}
