// npm run verify: everything about the sources that can be judged without running them. With --changed, lint and types
// are judged only of the files that the next commit changes and of their importers.
import './require-node.mjs';

import { pathToFileURL } from 'node:url';

import { listChangedFiles } from './checks/source-files.mjs';
import { ensureInstalled } from './install.mjs';

/** The longest first: the others run beside it. */
const CHECKS = [
  'lint-and-types',
  'dead-code',
  'layers',
  'house',
  'format',
  'size',
  'clock',
  'time-units',
  'effects',
  'hints',
  'english',
  'language',
  'links',
  'lock-file',
  'releases',
];
const MOST_SHOWN = 40;

/** Returns how many checks passed and failed, and what the failed ones found. */
export async function verify({ onlyChanged = false } = {}) {
  const { ensureGenerated, generateRouteTypes } = await import('./generate.mjs');
  const changed = onlyChanged ? await listChangedFiles() : undefined;
  const generated = Promise.all([ensureGenerated(), generateRouteTypes()]);
  const results = await Promise.all(CHECKS.map((file) => runCheck(file, changed, generated)));
  const problems = results.filter((found) => found !== null);
  return { passed: results.length - problems.length, failed: problems.length, skipped: 0, problems };
}

/** What the check found, as it was printed; null when nothing. */
async function runCheck(file, changed, generated) {
  const { name, readsGenerated = false, run } = await import(`./checks/${file}.mjs`);
  if (readsGenerated) await generated;
  const startedAt = performance.now();
  const problems = await run(changed).catch((error) => [error.stack ?? String(error)]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`];
  lines.push(...problems.slice(0, MOST_SHOWN).map((problem) => `     ${problem}`));
  if (problems.length > MOST_SHOWN) lines.push(`     and ${problems.length - MOST_SHOWN} more`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return problems.length === 0 ? null : lines.join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  const { failed } = await verify({ onlyChanged: process.argv.includes('--changed') });
  process.exitCode = failed === 0 ? 0 : 1;
}
