/** Measures Redrive and its peers side by side; writes bench/results/latest.json and the page of the documentation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Bench } from './bench';
import { readOptions } from './options';
import { describeMachine, describeVersions } from './report/machine';
import { toMarkdown } from './report/markdown';
import { type Results, resultOf, type Row, withGoalsOf, withRowsOf } from './report/result';
import { Samples } from './samples';
import type { Scenario } from './scenario';
import { SCENARIOS } from './scenarios';

const LATEST = join('bench', 'results', 'latest.json');
const PAGE = join('docs', 'reference', 'performance.md');
const PROFILE = join('bench', 'report', 'profile.md');

const options = readOptions(process.argv.slice(2));
const chosen = SCENARIOS.filter(isWanted);
if (options.list) {
  for (const { name, rows } of chosen)
    process.stdout.write(`${name}\n${rows.map(({ work }) => `  ${work}\n`).join('')}`);
  process.exit(0);
}
if (chosen.length === 0) throw new Error(`No work has one of these words: ${options.only.join(', ')}.`);

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const startedAt = performance.now();
const rows: Row[] = [];
const bench = new Bench(options);
let failures = 0;
for (const [index, scenario] of chosen.entries()) {
  rows.push(...(await runScenario(scenario)));
  if (chosen[index + 1]?.sharesBrokers !== true) await bench.close();
}
const measured: Results = {
  at: new Date().toISOString(),
  machine: describeMachine(),
  versions: describeVersions(),
  options: { ...options },
  tookSeconds: Math.round((performance.now() - startedAt) / 1000),
  rows,
};
const merged = options.only.length === 0 ? measured : withRowsOf(measured, JSON.parse(readFileSync(LATEST, 'utf8')));
const plans = SCENARIOS.flatMap((scenario) => scenario.rows);
const results = withGoalsOf(plans, merged);
writeFileSync(LATEST, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(PAGE, toMarkdown(results, readFileSync(PROFILE, 'utf8')));
process.exitCode = failures > 0 ? 1 : 0;

function isWanted({ name, rows: plans }: Scenario): boolean {
  const text = [name, ...plans.map(({ work }) => work)].join('\n').toLowerCase();
  return options.only.length === 0 || options.only.some((word) => text.includes(word));
}

/** A work that fails leaves its rows in the table, with the reason. */
async function runScenario({ name, rows: plans, measure }: Scenario): Promise<Row[]> {
  const samples = new Samples();
  const at = performance.now();
  bench.say(`\n${name}`);
  let failure: string | undefined;
  try {
    await measure(bench, samples);
  } catch (error) {
    failure = (error as Error).message.split('\n')[0] ?? 'failed';
    failures += 1;
    process.stderr.write(`${(error as Error).stack}\n`);
  }
  const made = plans.map((plan) => resultOf(plan, samples, failure));
  for (const row of made) bench.say(describe(row));
  bench.say(`  ${Math.round((performance.now() - at) / 1000)} s`);
  return made;
}

function describe({ work, redrive, peer, against, ratio, goal, better, met, missing, checked = [] }: Row): string {
  const show = (figure: Row['redrive']): string =>
    figure === null ? '-' : `${figure.median} ${figure.unit} (${figure.min}-${figure.max})`;
  const verdict = met === null ? '' : met ? 'met' : `MISSED, goal ${better === 'higher' ? '>=' : '<='} ${goal ?? 0}`;
  const cpu = redrive?.cpuUs === undefined ? '' : `cpu ${redrive.cpuUs} / ${peer?.cpuUs ?? '-'} us`;
  const compared = against === null ? '' : `${against} ${show(peer)}   ${ratio ?? '-'}x`;
  const notes = [...(missing === undefined ? [] : [missing]), ...checked].join('; ');
  return `  ${work.padEnd(48)} ${show(redrive)}   ${compared}   ${verdict}   ${cpu}   ${notes}`.trimEnd();
}
