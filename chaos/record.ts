import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { middle } from './middle';
import type { Verdict } from './verdict';

export interface Round extends Verdict {
  readonly at: string;
  readonly version: string;
  readonly node: string;
}

type CountOf<Key extends keyof Verdict> = Verdict[Key] extends number ? Key : never;
/** What adds up over rounds. */
type Count = Exclude<
  { [Key in keyof Verdict]: CountOf<Key> }[keyof Verdict],
  | 'seed'
  | 'brokerReadyP50Ms'
  | 'brokerReadyMaxMs'
  | 'postgresReadyP50Ms'
  | 'postgresReadyMaxMs'
  | 'failOverP50Ms'
  | 'failOverMaxMs'
  | 'settledMs'
>;

/** All recorded rounds: sums of what was done and found, and the seeds to do it again. */
export type ChaosRecord = Readonly<Record<Count, number>> & {
  readonly at: string;
  readonly seeds: readonly number[];
  readonly brokenInvariants: readonly string[];
  readonly examples: readonly string[];
  /** The median of the rounds' medians, and the longest of all. */
  readonly brokerReadyP50Ms: number;
  readonly brokerReadyMaxMs: number;
  readonly postgresReadyP50Ms: number;
  readonly postgresReadyMaxMs: number;
  readonly failOverP50Ms: number;
  readonly failOverMaxMs: number;
  readonly settledP50Ms: number;
  readonly settledMaxMs: number;
  readonly rounds: readonly Round[];
};

const COUNTS: Readonly<Record<Count, true>> = {
  seconds: true,
  acknowledged: true,
  unanswered: true,
  lost: true,
  stuck: true,
  doubleLeases: true,
  fifoViolations: true,
  ackedAgain: true,
  invented: true,
  storedTwice: true,
  deliveries: true,
  redeliveries: true,
  brokerKills: true,
  freezes: true,
  postgresCrashes: true,
  failOvers: true,
  switchOvers: true,
  demotions: true,
  frozenStandbys: true,
  revoked: true,
  connectionCuts: true,
  cutRounds: true,
  halfOpen: true,
  standstills: true,
  fullDisks: true,
  heldSnapshots: true,
  nodeClockJumps: true,
  databaseClockJumps: true,
  practiceSent: true,
  practiceLost: true,
  redrives: true,
  redriven: true,
  unexpectedEnds: true,
};

export function addUp(rounds: readonly Round[]): ChaosRecord {
  const counts = Object.fromEntries(
    (Object.keys(COUNTS) as Count[]).map((name) => [name, rounds.reduce((sum, round) => sum + round[name], 0)]),
  ) as Record<Count, number>;
  const all = (pick: (round: Round) => number): readonly number[] => rounds.map(pick);
  return {
    at: rounds.at(-1)?.at ?? '',
    ...counts,
    brokenInvariants: [...new Set(rounds.flatMap(({ brokenInvariants }) => brokenInvariants))],
    brokerReadyP50Ms: middle(all(({ brokerReadyP50Ms }) => brokerReadyP50Ms)),
    brokerReadyMaxMs: Math.max(0, ...all(({ brokerReadyMaxMs }) => brokerReadyMaxMs)),
    postgresReadyP50Ms: middle(all(({ postgresReadyP50Ms }) => postgresReadyP50Ms)),
    postgresReadyMaxMs: Math.max(0, ...all(({ postgresReadyMaxMs }) => postgresReadyMaxMs)),
    failOverP50Ms: middle(rounds.filter(({ failOvers }) => failOvers > 0).map((round) => round.failOverP50Ms)),
    failOverMaxMs: Math.max(0, ...all(({ failOverMaxMs }) => failOverMaxMs)),
    settledP50Ms: middle(all(({ settledMs }) => settledMs)),
    settledMaxMs: Math.max(0, ...all(({ settledMs }) => settledMs)),
    seeds: rounds.map(({ seed }) => seed),
    examples: rounds.flatMap(({ examples }) => examples),
    rounds,
  };
}

/** In the repository: rounds of all sessions add up. */
export const RECORD = join('chaos', 'results', 'latest.json');

/** Rounds of before these were counted. */
const PAIR = { failOvers: 0, switchOvers: 0, demotions: 0, frozenStandbys: 0, failOverP50Ms: 0, failOverMaxMs: 0 };
const NOT_COUNTED = { ...PAIR, revoked: 0 };

export function readRounds(path: string): readonly Round[] {
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as ChaosRecord).rounds.map((round) => ({ ...NOT_COUNTED, ...round }));
}

export function writeRecord(path: string, record: ChaosRecord): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
}
