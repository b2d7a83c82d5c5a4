// @module-tag landing
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Fault, placeOf } from '../faults/fault';
import { PLANTED_BUGS } from '../faults/planted/reliability';
import { RaceJudge } from './judge';
import { type Race, RaceStage } from './stage';

/** The short form of `npm run chaos:planted`: bugs in functions of the database, planted where the test runs. */
let stage: RaceStage;
beforeAll(async () => {
  stage = await RaceStage.open();
});
afterAll(() => stage.close());

const bug = (number: number): Fault => {
  const found = PLANTED_BUGS[number - 1];
  if (found === undefined) throw new Error(`there is no planted bug ${number}`);
  return found;
};

test('the lock of an ordered queue is missing: two claims get the same message, and the races notice', async () => {
  const { file, find, replace } = bug(4);
  const race: Race = { start: 'stored', ordered: true, first: 'claim', second: 'claim' };
  const sound = readFileSync(file, 'utf8');
  expect(await new RaceJudge(stage).findUnexplained(race)).toEqual([]);
  await stage.store.console.query(sound.replace(placeOf({ find }), () => replace));
  expect(await new RaceJudge(stage).findUnexplained(race)).not.toEqual([]);
});
