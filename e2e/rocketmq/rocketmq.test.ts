import { mkdirSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { differences } from './differences';
import { simple } from './scenarios/simple';
import { compare, type Difference } from './support/compare';
import type { Event } from './support/event-log';
import { startRealBroker } from './support/real-broker';
import { startRedrive } from './support/redrive';
import { type Scenario, Stage } from './support/stage';
import type { Target } from './support/target';

const RESULT = 'test-results/rocketmq.json';
const SCENARIO_LIMIT_MS = 120_000;

const scenarios: readonly Scenario[] = [...simple];

const build = inject('rocketmq');
const runs: { id: string; title: string; rocketmq: readonly Event[]; redrive: readonly Event[]; found: Difference[] }[] =
  [];
let targets: readonly [Target, Target];

describe.skipIf('missing' in build)('Apache RocketMQ and Redrive', () => {
  beforeAll(async () => {
    if ('missing' in build) throw new Error(build.missing);
    targets = await Promise.all([startRealBroker(build.classpath), startRedrive()]);
  });
  afterAll(async () => {
    await Promise.all(targets.map((target) => target.close()));
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULT, JSON.stringify({ runs, differences }, null, 1));
  });

  describe.concurrent('show the same', () => {
    test.for(scenarios.map((scenario) => [scenario.title, scenario] as const))(
      '%s',
      { timeout: SCENARIO_LIMIT_MS },
      async ([, scenario], { expect: check }) => {
        const [rocketmq, redrive] = await Promise.all(targets.map((target) => play(scenario, target)));
        if (rocketmq === undefined || redrive === undefined) throw new Error('a target is missing');
        const found = compare(scenario.id, { rocketmq, redrive });
        runs.push({ id: scenario.id, title: scenario.title, rocketmq, redrive, found });
        check(found.filter((difference) => !isExplained(difference))).toEqual([]);
      },
    );
  });

  test('every explained difference is still there', () => {
    const found = runs.flatMap((run) => run.found);
    const stale = differences
      .flatMap(({ id, shown }) => shown.map((row) => ({ id, ...row })))
      .filter((row) => runs.some(({ id }) => id === row.scenario) && !found.some((seen) => isSame(seen, row)));
    expect(stale).toEqual([]);
  });
});

async function play(scenario: Scenario, target: Target): Promise<Event[]> {
  const stage = new Stage(target, scenario.id);
  try {
    await scenario.run(stage);
  } catch (error) {
    throw new Error(`${scenario.id} with ${target.name}, after ${JSON.stringify(stage.log.events.at(-1) ?? null)}`, {
      cause: error,
    });
  } finally {
    await stage.close();
  }
  return stage.log.events;
}

function isExplained(found: Difference): boolean {
  return differences.some(({ shown }) => shown.some((row) => isSame(found, row)));
}

function isSame(a: Difference, b: Difference): boolean {
  return (
    a.scenario === b.scenario &&
    a.at === b.at &&
    JSON.stringify(a.rocketmq) === JSON.stringify(b.rocketmq) &&
    JSON.stringify(a.redrive) === JSON.stringify(b.redrive)
  );
}
