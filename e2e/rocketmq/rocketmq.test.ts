import { mkdirSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { type JavaHost, startJavaHost } from '../java/support/sdk-host';
import { differences } from './differences';
import { deadLetters } from './scenarios/dead-letters';
import { delay } from './scenarios/delay';
import { filters } from './scenarios/filters';
import { fifo } from './scenarios/ordered';
import { push } from './scenarios/push';
import { settings } from './scenarios/settings';
import { sdks } from './scenarios/sdks';
import { simple } from './scenarios/simple';
import { sql } from './scenarios/sql';
import { texts } from './scenarios/texts';
import { transaction } from './scenarios/transaction';
import { validation } from './scenarios/validation';
import { compare, type Difference } from './support/compare';
import type { Event } from './support/event-log';
import { startRealBroker } from './support/real-broker';
import { startRedrive } from './support/redrive';
import { type Scenario, Stage } from './support/stage';
import { type ScenarioRun, summarize } from './support/summary';
import type { Target } from './support/target';

const RESULT = 'test-results/rocketmq.json';
const SUMMARY = 'test-results/rocketmq.md';
const SCENARIO_LIMIT_MS = 180_000;

const scenarios: readonly Scenario[] = [
  ...[sdks, push, simple, fifo, settings, validation].flat(),
  ...[deadLetters, delay, transaction, filters, texts, sql].flat(),
];

const builds = { server: inject('rocketmq'), sdk: inject('java') };
const missing = 'missing' in builds.server || 'missing' in builds.sdk;
const runs: ScenarioRun[] = [];
let observed: readonly Observed[] = [];

interface Observed {
  readonly target: Target;
  readonly java: JavaHost;
}

describe.skipIf(missing)('Apache RocketMQ and Redrive', () => {
  beforeAll(async () => {
    const { server, sdk } = builds;
    if ('missing' in server || 'missing' in sdk) throw new Error('nothing to compare with');
    const targets = await Promise.all([startRealBroker(server.classpath), startRedrive()]);
    observed = await Promise.all(
      targets.map(async (target) => ({ target, java: await startJavaHost(sdk.classpath, target.port) })),
    );
  });
  afterAll(async () => {
    await Promise.all(observed.map(({ java }) => java.kill()));
    await Promise.all(observed.map(({ target }) => target.close()));
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULT, JSON.stringify({ runs, differences }, null, 1));
    if (runs.length === scenarios.length) writeFileSync(SUMMARY, summarize(runs, differences));
  });

  describe.concurrent('show the same', () => {
    for (const scenario of scenarios) {
      test.for([scenario])('$title', { timeout: SCENARIO_LIMIT_MS }, async (_, { expect }) => {
        const [rocketmq, redrive] = await Promise.all(observed.map((one) => play(scenario, one)));
        if (rocketmq === undefined || redrive === undefined) throw new Error('a target is missing');
        const seen = { rocketmq: rocketmq.events, redrive: redrive.events };
        const found = compare(scenario.id, seen);
        const unexplained = found.filter((difference) => !isExplained(difference));
        const failures = [rocketmq, redrive].flatMap(({ failure }) => failure ?? []);
        runs.push({ id: scenario.id, title: scenario.title, ...seen, found, unexplained, failures });
        // In the message itself: a list of failures shows no more of an error.
        const problems = [...failures, ...unexplained.map((difference) => JSON.stringify(difference))];
        expect(problems, problems.join('\n')).toEqual([]);
      });
    }
  });

  test('every explained difference is still there', () => {
    // What a scenario that failed did not show says nothing of the table: one fault, one failure.
    const passed = runs.filter(({ failures, unexplained }) => failures.length + unexplained.length === 0);
    const found = passed.flatMap((run) => run.found);
    const stale = differences
      .flatMap(({ id, shown }) => shown.map((row) => ({ id, ...row })))
      .filter((row) => passed.some(({ id }) => id === row.scenario) && !found.some((seen) => isSame(seen, row)));
    expect(stale).toEqual([]);
    const silent = differences.filter(({ shown, unseen }) => shown.length === 0 && unseen === undefined);
    expect(silent).toEqual([]);
  });
});

interface Played {
  readonly events: readonly Event[];
  /** Which broker, after which step, and why. */
  readonly failure?: string;
}

async function play(scenario: Scenario, { target, java }: Observed): Promise<Played> {
  const stage = new Stage(target, java, scenario.id);
  const { events } = stage.log;
  try {
    await scenario.run(stage);
    return { events };
  } catch (error) {
    const last = events.at(-1)?.step ?? 'the start';
    return { events, failure: `with ${target.name}, after ${last}: ${causesOf(error)}` };
  } finally {
    await stage.close();
  }
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}, because ${causesOf(error.cause)}`;
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
