// npm run release:freeze: the migrations of the version in package.json never change from now on.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { findProblems, freeze, readReleases } from './released.mjs';

try {
  const { version, fresh } = freeze();
  process.stdout.write(`Redrive ${version} brings ${fresh.length === 0 ? 'no new migration' : fresh.join(', ')}.\n`);
  for (const problem of findProblems(readReleases())) process.stdout.write(`Still to do: ${problem}\n`);
} catch (error) {
  fail({ name: 'StartError', message: error.message });
}
