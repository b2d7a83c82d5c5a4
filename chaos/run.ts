/**
 * Kills, cuts, fills and freezes everything under traffic, and counts what was lost:
 * `npm run chaos -- --minutes 30 --record`. A run is made of rounds, each on a new database with a seed of its own;
 * with --pair, on a primary with a synchronous standby. With --record each round is added to chaos/results/latest.json
 * and to the page of the documentation as soon as it has ended. Ends with 1 when anything was lost or doubled.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { playChaos } from './play';
import { addUp, readRounds, RECORD, type Round, writeRecord } from './record';
import { faultsOf } from './verdict';
import { writePage } from './write-page';

const MOST_SEED = 2 ** 31;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    round: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * MOST_SEED)) },
    faults: { type: 'string' },
    pair: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const round = Number(values.round);
const seed = Number(values.seed);
if (!(minutes > 0) || !(round > 0) || !Number.isInteger(seed))
  throw new Error(
    'npm run chaos -- [--minutes 5] [--round 5] [--seed 1] [--faults brokers,postgres] [--pair] [--record]',
  );

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const rounds: Round[] = [];
for (let left = minutes; left > 0; left -= round) {
  const next = seed + rounds.length;
  const length = Math.min(round, left);
  say(`seed ${next}, ${length} minutes`);
  const verdict = await playChaos({
    seconds: length * 60,
    seed: next,
    pair: values.pair,
    say,
    ...(values.faults === undefined ? {} : { faults: values.faults.split(',') }),
  });
  rounds.push({ at: new Date().toISOString(), version, node: process.version, ...verdict });
  if (values.record) {
    writeRecord(RECORD, addUp([...readRounds(RECORD), ...rounds.slice(-1)]));
    writePage();
  }
  say(JSON.stringify(rounds.at(-1), null, 2));
}
const sum = addUp(rounds);
writeRecord(join('chaos', 'results', 'last-run.json'), sum);
say(JSON.stringify({ ...sum, rounds: rounds.length }, null, 2));
process.exit(Object.values(faultsOf(sum)).every((count) => count === 0) ? 0 : 1);
