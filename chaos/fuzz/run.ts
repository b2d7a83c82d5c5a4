/**
 * What no client sends, by the ten thousand: `npm run fuzz -- --inputs 100000 --seed 1`. The tests of the short form,
 * with more inputs: handles (ten times as many), bytes and messages at the gRPC port, requests and actions (half as
 * many). With --record the figures are written to chaos/results/fuzz.json and to the page.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { FUZZ_REPORT, type FuzzFigures } from '../../lib/testing/fuzz/fuzz';
import { FUZZ_RECORD, writePage } from '../write-page';
import type { FuzzRecord } from './record';

const TESTS = [
  ['db', 'lib/broker/delivery/handle-fuzz.db.test.ts', ''],
  ['protocol', 'e2e/protocol/fuzz.test.ts', ''],
  ['db', 'lib/console/api/hostile-input.db.test.ts', 'in many places at once'],
] as const;
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    record: { type: 'boolean', default: false },
  },
});
const { inputs, seed } = values;
if (!(Number(inputs) > 0) || !Number.isInteger(Number(seed)))
  throw new Error('npm run fuzz -- [--inputs 20000] [--seed 1] [--record]');

rmSync(FUZZ_REPORT, { force: true });
let isGood = true;
for (const [project, file, only] of TESTS) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', project, file, ...(only === '' ? [] : ['-t', only])];
  const env = { ...process.env, REDRIVE_FUZZ_INPUTS: inputs, REDRIVE_FUZZ_SEED: seed };
  isGood = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0 && isGood;
}
const lines = existsSync(FUZZ_REPORT) ? readFileSync(FUZZ_REPORT, 'utf8').trim().split('\n') : [];
const figures = lines.map((line) => JSON.parse(line) as FuzzFigures);
for (const { target, inputs: count, answers, wrong } of figures)
  process.stdout.write(`${target}: ${count} inputs, ${wrong.length} wrong, answers ${JSON.stringify(answers)}\n`);
if (values.record) {
  const record: FuzzRecord = { at: new Date().toISOString(), seed: Number(seed), targets: figures };
  mkdirSync(dirname(FUZZ_RECORD), { recursive: true });
  writeFileSync(FUZZ_RECORD, `${JSON.stringify(record, null, 2)}\n`);
  writePage();
}
process.exit(isGood && figures.length === TESTS.length + 1 ? 0 : 1);
