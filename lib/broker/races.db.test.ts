// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import { STARTS, type Start } from '../testing/races/cell';
import { inFull } from '../testing/full';
import { INVARIANTS, TIMES_NEVER_FALL } from '../testing/invariants';
import { RaceJudge } from '../testing/races/judge';
import { type Race, RaceStage, verbOf } from '../testing/races/stage';
import { VERBS } from '../testing/races/verbs';

let stage: RaceStage;
beforeAll(async () => {
  stage = await RaceStage.open();
});
afterAll(() => stage.close());

/** The verbs that meet most often in production: the short form. */
const COMMON = ['claim', 'ack', 'fail', 'expire', 'pause'];

/** The verbs whose other process is killed too. */
const MEET_KILLS = inFull([...COMMON, 'step of a re-drive', 'discard'], Object.keys(VERBS));

function racesFrom(start: Start, ordered: boolean, names: readonly string[]): Race[] {
  const here = names.filter((name) => verbOf(name).from.includes(start));
  return here.flatMap((first) => here.map((second) => ({ start, ordered, first, second })));
}

async function expectAllExplained(all: readonly Race[]): Promise<void> {
  const judge = new RaceJudge(stage);
  const wrong: object[] = [];
  for (const race of all) wrong.push(...(await judge.findUnexplained(race, MEET_KILLS.includes(race.second))));
  expect(wrong).toEqual([]);
  expect(judge.races).toBeGreaterThan(all.length / 2);
  // A verb that needs leases to be over runs by a later clock than the one it meets: here times may fall.
  for (const [name, query] of INVARIANTS.filter(([each]) => each !== TIMES_NEVER_FALL)) {
    const { rows } = await stage.store.console.query(query);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
}

test('two processes decide about a message at one moment: the verbs that meet most often', async () => {
  await expectAllExplained(racesFrom('re-delivered', false, COMMON));
});

test('two processes decide about a message at one moment: dead letters that are released', async () => {
  await expectAllExplained(racesFrom('re-driving', false, ['step of a re-drive', 'discard']));
});

const ORDERS = inFull([false], [false, true]);
/** The states in which most verbs meet, one with a lease and one without; all of them take minutes. */
const STATES = inFull<readonly Start[]>(['leased', 're-driven'], STARTS);

test.for(ORDERS.flatMap((ordered) => STATES.map((start) => ({ start, ordered }))))(
  'two processes decide about a message at one moment: $start, ordered $ordered',
  { tags: ['long'], timeout: 600_000 },
  ({ start, ordered }) => expectAllExplained(racesFrom(start, ordered, Object.keys(VERBS))),
);
