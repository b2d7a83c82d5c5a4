import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

test('a reader that has ended does not end a command with an error', () => {
  const script = fileURLToPath(new URL('redrive.mjs', import.meta.url));
  const run = '"$1" "$2" help 3>&1 1>&4 2>&3 4>&- | cat; echo "exit code $?"';
  // The pipe of its output has no reader from the beginning.
  const ended = `exec 4> >(exec true); sleep 0.2; ${run}`;
  const said = execFileSync('bash', ['-c', ended, 'bash', process.execPath, script], { encoding: 'utf8' });
  expect(said).toBe('exit code 0\n');
});
