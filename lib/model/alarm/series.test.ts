import { expect, test } from 'vitest';

import type { GroupPoint, TopicPoint } from '../history';
import { type HistoryStep, type Series, seriesOf } from './series';
import { type Signal, SIGNAL_NAMES, SIGNALS } from '../signal/signal';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 10_000;

type Given = Partial<Omit<HistoryStep, 'group' | 'topic'>> & {
  readonly group?: Partial<GroupPoint> | null;
  readonly topic?: Partial<TopicPoint>;
};

const NO_LEVELS = {
  ...{ ready: 0, inFlight: 0, waiting: 0, dead: 0, unhandled: 0, blockedKeys: 0, oldestReadyAt: null, arrived: 0 },
  ...{ deathsDue: 0, expiring: 0, consumers: 0 },
};
const NO_FLOWS = { delivered: 0, redelivered: 0, died: 0, redriven: 0 };

/** Steps of 10 s; `null`: nothing of the group is known. */
function stepsOf(given: readonly (Given | null)[]): HistoryStep[] {
  return given.map((step, index) => {
    const at = new Date(T0 + index * STEP_MS);
    const known = step !== null && step.group !== null;
    return {
      ...{
        at,
        stepMs: STEP_MS,
        unwellSeconds: null,
        isPaused: false,
        suppressed: false,
        isSampled: known,
        isKnown: known,
      },
      flows: { ...NO_FLOWS, ...step?.group },
      ...step,
      group: known ? { at, ...NO_LEVELS, ...NO_FLOWS, ...step?.group } : null,
      topic:
        step?.topic === undefined
          ? null
          : {
              ...{ at, messagesIn: 0, bytesIn: 0, refused: 0, peakMessagesPerSecond: 0, peakBytesPerSecond: 0 },
              ...step.topic,
            },
    };
  });
}

function valuesOf(watch: Signal, windowMs: number): Series {
  const series = seriesOf(watch, windowMs);
  if ('reason' in series) throw new Error(series.reason);
  return series;
}

function numbers(watch: Signal, windowMs: number, given: readonly (Given | null)[]): (number | null)[] {
  return valuesOf(watch, windowMs)(stepsOf(given)).map(({ value }) => value);
}

const ready = (...counts: (number | null)[]): Given[] => counts.map((count) => ({ group: { ready: count } }));
const NEVER = 1e9;

type Case = readonly [says: string, Signal, windowMs: number, given: (Given | null)[], values: (number | null)[]];

const CASES: readonly Case[] = [
  ['what is ready', 'backlog', 0, [...ready(3, null, 0), null], [3, null, 0, null]],
  [
    'the age of the oldest; none ready: 0',
    'oldest-age',
    0,
    [
      { group: { ready: 0 } },
      { group: { ready: 1, oldestReadyAt: new Date(T0 - 20_000) } },
      { group: { ready: null, oldestReadyAt: null } },
      null,
    ],
    [0, 30, null, null],
  ],
  [
    'growth since the window began; unknown while nothing is known of that moment',
    'lag-growth',
    20_000,
    [...ready(5, 7, 9, 4), null, ...ready(6, null, 1)],
    // The last one goes by the step before the unknown one.
    [null, null, 4, -3, null, 2, null, -5],
  ],
  [
    'growth does not go by what is older than a minute',
    'lag-growth',
    20_000,
    [...ready(5), ...Array.from({ length: 8 }, () => null), ...ready(9)],
    [...Array.from({ length: 9 }, () => null), null],
  ],
  [
    'time to drain: at the rate of the window, never while it grows, 0 when empty, unknown without a past',
    'time-to-drain',
    20_000,
    ready(10, 10, 6, 10, 0),
    [null, null, 30, NEVER, 0],
  ],
  [
    'deaths of the window',
    'deaths',
    20_000,
    [{ group: { died: 2 } }, { group: { died: 1 } }, { group: { died: 3 } }, { group: { died: 0 } }, null],
    [2, 3, 4, 3, null],
  ],
  [
    'dead letters that are not handled yet; of steps older than their count unknown',
    'dead-letters',
    0,
    [{ group: { dead: 3, unhandled: null } }, { group: { dead: 3, unhandled: 5 } }, null],
    [null, 5, null],
  ],
  [
    'deaths of a step without levels count in the next one',
    'deaths',
    20_000,
    [{ group: null, flows: { delivered: 1, redelivered: 0, died: 1 } }, { group: { died: 1 } }, { group: {} }],
    [null, 2, 1],
  ],
  [
    'deliveries per message of the window',
    'amplification',
    20_000,
    [{ group: { delivered: 4, redelivered: 2 } }, { group: { delivered: 2 } }, { group: {} }, { group: {} }],
    [2, 1.5, 1, 0],
  ],
  [
    'a blocked key: since it is blocked; unknown neither counts nor breaks it',
    'blocked-key',
    0,
    [{ group: { blockedKeys: 1 } }, null, { group: { blockedKeys: 2 } }, { group: {} }, { group: { blockedKeys: 1 } }],
    [10, null, 30, 0, 10],
  ],
  [
    'no consumer: since there is a backlog and no consumer',
    'no-consumer',
    0,
    [
      { group: { ready: 1, consumers: 1 } },
      { group: { ready: 1, consumers: 0 } },
      { group: { ready: 1, consumers: null } },
      { group: { ready: 2, consumers: 0 } },
      { group: { ready: 0, consumers: 0 } },
      { group: { ready: null, consumers: 0 } },
      { group: { ready: 1, consumers: 0 }, isPaused: true },
    ],
    [0, 0, null, 20, 0, null, 0],
  ],
  [
    'refused share of the window; nothing sent: 0; not sampled lately: unknown',
    'refused',
    20_000,
    [{ topic: { refused: 3, messagesIn: 1 } }, {}, {}, { isKnown: false, topic: { refused: 1 } }],
    [75, 75, 0, null],
  ],
  [
    'deaths due',
    'deaths-due',
    3_600_000,
    [{ group: { deathsDue: 4 } }, { group: { deathsDue: null } }, null],
    [4, null, null],
  ],
  ['dead letters that expire', 'expiring-dead-letters', 86_400_000, [{ group: { expiring: 7 } }, null], [7, null]],
  ['the broker', 'broker-health', 0, [{ unwellSeconds: 40 }, {}, { unwellSeconds: 0 }], [40, null, 0]],
];

test.each(CASES)('%s', (_, watch, windowMs, given, expected) =>
  expect(numbers(watch, windowMs, given)).toEqual(expected),
);

test('every watch has an example, or says why the history cannot tell', () => {
  const told = SIGNAL_NAMES.filter((watch) => !('reason' in seriesOf(watch, SIGNALS[watch].firstWindowMs)));
  expect(new Set(CASES.map(([, watch]) => watch))).toEqual(new Set(told));
  expect(SIGNAL_NAMES.filter((watch) => !told.includes(watch))).toEqual([
    ...['dead-letters-of-cause', 'dead-letter-age', 'subscriptions-differ', 'approval-waits', 'brokers-differ'],
    ...['group-missing', 'letters-near-retention', 'broker-away', 'proxy-away', 'queue-still'],
    ...['replica-behind', 'sends-refused', 'calls-refused', 'disk'],
  ]);
});

test('a window that the history does not count is said, not guessed', () => {
  expect(seriesOf('deaths-due', 1_800_000)).toEqual({
    reason: 'The history counts what comes within 60 minutes; this rule looks 30 minutes ahead.',
  });
  expect(seriesOf('expiring-dead-letters', 3_600_000)).toHaveProperty('reason');
});

test('each number stands at the end of its step; what a re-drive moved says so', () => {
  expect(valuesOf('backlog', 0)(stepsOf([{ group: { ready: 1 }, suppressed: true }, { group: { ready: 2 } }]))).toEqual(
    [
      { atMs: T0 + STEP_MS, value: 1, suppressed: true },
      { atMs: T0 + 2 * STEP_MS, value: 2 },
    ],
  );
});
