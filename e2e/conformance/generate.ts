// Writes docs/reference/conformance.md, or with --check says whether it agrees with the last run of the tests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { byWay, collectResults, readRecord, reportPaths, ROOT } from './collect';
import { findGaps, renderPage } from './page';

const RECORD = join(ROOT, 'e2e', 'conformance', 'results.json');
const PAGE = join(ROOT, 'docs', 'reference', 'conformance.md');
const COMPARISON = join(ROOT, 'test-results', 'rocketmq.md');

const isCheck = process.argv.includes('--check');
const before = readRecord(RECORD);
if (!reportPaths(ROOT).some((path) => existsSync(path))) fail('run npm test first: its reports are missing');
const files = collectResults(ROOT, reportPaths(ROOT), before.files);
const results = byWay(files);
const { unknown, unproven } = findGaps(results);
if (unknown.length > 0) fail(`tests carry cases that the catalogue does not have: ${unknown.join(', ')}`);
const comparison =
  !isCheck && existsSync(COMPARISON) ? scenariosOf(readFileSync(COMPARISON, 'utf8')) : before.comparison;
const page = renderPage(results, comparison);
const record = `${JSON.stringify({ files, comparison }, null, 2)}\n`;

if (isCheck) {
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page && readFileSync(RECORD, 'utf8') === record;
  if (!isCurrent) fail('docs/reference/conformance.md does not agree with this run: npm run conformance, look, commit');
} else {
  writeFileSync(RECORD, record);
  writeFileSync(PAGE, page);
}
process.stdout.write(
  unproven.length === 0 ? 'every case is proven\n' : `not proven in any way: ${unproven.join(', ')}\n`,
);

/** The first table; the differences have one of their own on the page. */
function scenariosOf(summary: string): string {
  return `${summary.split('\n\n')[0] ?? ''}\n`;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
