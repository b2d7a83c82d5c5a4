import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../broker';
import { inFull } from '../full';
import { INVARIANTS } from '../invariants';
import { Random } from '../random';
import { explore, type Instance } from './explore';
import { Replay } from './replay';
import type { State } from './state';
import { type Step, stepsOf } from './steps';

/** Of each kind of step, so many ways that end with it. */
const OF_EACH = inFull(4, 40);
const WALKS = inFull(6, 120);
const EXPLORED = inFull(4000, 30_000);
const STEPS = 40;
const SEED = 28;

const SMALL: Instance = {
  ...{ clients: 3, keys: 1, messagesOfAKey: 2, maxRetries: 1, mistake: null },
  left: { revokes: 1, lostReplies: 1, jobs: 1, looks: 1, forwards: 1 },
};
const WIDE: Instance = {
  ...{ clients: 3, keys: 2, messagesOfAKey: 3, maxRetries: 1, mistake: null },
  left: { revokes: 3, lostReplies: 3, jobs: 2, looks: 2, forwards: 1 },
};

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function expectSame(replay: Replay, step: Step, trace: readonly Step[]): Promise<void> {
  const { model, database } = await replay.play(step);
  expect({ trace, found: database }).toEqual({ trace, found: model });
}

test('the broker does step by step what the model does: ways to states that were explored', async () => {
  for (const [index, trace] of sample().entries()) {
    const replay = await Replay.start(broker, SMALL, `trace-${index}`);
    for (const [at, step] of trace.entries()) await expectSame(replay, step, trace.slice(0, at + 1));
  }
}, 300_000);

test('the broker does step by step what the model does: long random ways, with handles that are over', async () => {
  const taken = new Set<Step['do']>();
  const random = new Random(SEED);
  for (let index = 0; index < WALKS; index += 1) {
    const replay = await Replay.start(broker, WIDE, `walk-${index}`);
    const trace: Step[] = [];
    while (trace.length < STEPS) {
      const step = chosen(replay.state, random);
      if (step === null) break;
      trace.push(step);
      taken.add(step.do);
      await expectSame(replay, step, trace);
    }
  }
  expect(taken.size, 'kinds of steps').toBeGreaterThan(12);
  for (const [name, sql] of INVARIANTS) {
    const { rows } = await broker.database.store.console.query(sql);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
}, 300_000);

function sample(): (readonly Step[])[] {
  const { traceTo, states } = explore(SMALL, EXPLORED);
  const byKind = new Map<string, Step[][]>();
  for (let state = 1; state < states; state += 1) {
    const trace = traceTo(state);
    const kind = trace.at(-1)?.do ?? '';
    byKind.set(kind, [...(byKind.get(kind) ?? []), trace]);
  }
  const random = new Random(SEED);
  return [...byKind.values()].flatMap((traces) =>
    Array.from({ length: OF_EACH }, () => traces[Math.floor(random.next() * traces.length)] ?? []),
  );
}

/** Each kind of step is as likely as the others that are open, however many of it there are. */
function chosen(state: State, random: Random): Step | null {
  const open = stepsOf(state, WIDE);
  const kinds = [...new Set(open.map((step) => step.do))];
  const [kind, ...others] = kinds;
  const [first, ...old] = state.handles.flatMap((some, off) => [...some.keys()].map((which) => ({ off, which })));
  // A handle of any delivery, whether it still decides something or not.
  if (first !== undefined && random.next() < 0.15)
    return { do: random.next() < 0.5 ? 'ack' : 'fail', ...random.pick([first, ...old]) };
  if (kind === undefined) return null;
  const wanted = random.pick([kind, ...others]);
  const [one, ...more] = open.filter((step) => step.do === wanted);
  return one === undefined ? null : random.pick([one, ...more]);
}
