import { join } from 'node:path';

import { runNode } from '../run-command.mjs';

export const name = 'lint (oxlint, type-aware)';

const FEWEST_FILES = 100;

export async function run() {
  const args = [
    join('node_modules', 'oxlint', 'bin', 'oxlint'),
    '--type-aware',
    '--deny-warnings',
    '--format=json',
    '.',
  ];
  const output = await runNode(args).catch((error) => error.output);
  const { diagnostics, number_of_files: files } = JSON.parse(output.slice(output.indexOf('{')));
  if (files < FEWEST_FILES) return [`only ${files} files were linted: the configuration misses the sources`];
  return diagnostics.map(({ code, filename, labels, message }) => {
    const line = labels[0]?.span.line;
    return `${filename}${line === undefined ? '' : `:${line}`} ${code} ${message}`;
  });
}
