// Writes docs/reference/conformance.md, or with --check says whether it agrees with the last run of the tests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { collectResults, readRecord, reportPaths, type Results, ROOT } from './collect';
import { findGaps, renderPage } from './page';

const RECORD = join(ROOT, 'e2e', 'conformance', 'results.json');
const PAGE = join(ROOT, 'docs', 'reference', 'conformance.md');
const COMPARISON = join(ROOT, 'test-results', 'rocketmq.md');

const isCheck = process.argv.includes('--check');
const before = readRecord(RECORD);
const fresh = collectResults(ROOT, reportPaths(ROOT));
if (fresh.core === undefined || fresh.sdk === undefined) fail('run npm test first: its report is missing');
// A way that this machine cannot run keeps what was found where it could.
const results: Results = sorted({ ...before.results, ...fresh });
const { unknown, unproven } = findGaps(results);
if (unknown.length > 0) fail(`tests carry cases that the catalogue does not have: ${unknown.join(', ')}`);
const comparison =
  !isCheck && existsSync(COMPARISON) ? scenariosOf(readFileSync(COMPARISON, 'utf8')) : before.comparison;
const page = renderPage(results, comparison);
const record = `${JSON.stringify({ results, comparison }, null, 2)}\n`;

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

function sorted(all: Results): Results {
  return Object.fromEntries(
    Object.entries(all).map(([way, cases]) => [
      way,
      Object.fromEntries(Object.entries(cases).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))),
    ]),
  );
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
