import 'server-only';
import { z } from 'zod';
import { noticeOf } from '../../model/alarm/notice';
import type { AlarmIncident } from '../../model/alarm/incident';
import { known, mapReading, notOffered, type Reading, unknown } from '../../model/reading';
import type { ClusterEngine } from '../../engine';
import { passAt } from '../../store/queries/alarm/alarm-state';
import { deadLetterSome } from '../../store/queries/dead-letter/dead-letter-causes';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { runningRedrives } from '../../store/queries/problem/stopped-redrives';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { isOpen, readSharedProblems } from './problems';
import { NO_ANSWER, readOrUnknown } from '../../engine';

/** The pages of the navigation that carry a number. */
export const NAV_COUNTS = ['problems', 'deadLetters', 'blockedKeys', 'redrives', 'throttled', 'alarms'] as const;
export type NavCountName = (typeof NAV_COUNTS)[number];

export interface NavCount {
  readonly reading: Reading<number>;
  /** Some of it could not be counted. */
  readonly atLeast: boolean;
}

export interface NavCounts extends Readonly<Record<NavCountName, NavCount>> {
  /** The newest alarms that notify, for browser notifications; at most 50. */
  readonly newest: readonly { readonly incidentId: number; readonly title: string; readonly firedAt: string }[];
}

const NEWEST = 50;
/** Rules are evaluated every ten seconds. */
const EVALUATED_MS = 60_000;
/** Of a cluster, which may have millions: so many are counted. */
const COUNTED = 100_000;

/** One read for all numbers of the navigation, on every page. */
export const navCountsRead = defineRead({
  permission: 'group:read',
  subject: 'listed',
  input: z.strictObject({}),
  runInCluster: async ({ engine }): Promise<NavCounts> => {
    const db = engine.letters.store.console;
    const asOf = await databaseNow(db);
    const most = await deadLetterSome(db, COUNTED);
    const atLeast = most > COUNTED;
    const [problems, redrives, firing] = await Promise.all([
      readOrUnknown(engine.letters.log, readSharedProblems(engine.letters), asOf),
      readOrUnknown(engine.letters.log, runningRedrives(db), asOf),
      readOrUnknown(engine.letters.log, incidentOpenList(db), asOf),
    ]);
    const none = { reading: notOffered<number>('brokers of a cluster do not count it'), atLeast: false };
    return {
      ...{ blockedKeys: none, throttled: none },
      problems: {
        reading: mapReading(problems, ({ items }) => items.filter(isOpen).length),
        atLeast: problems.kind !== 'unknown' && problems.value.checks.some(({ found }) => found === null),
      },
      redrives: { reading: redrives, atLeast: false },
      alarms: { reading: await alarmsOf(engine, firing, asOf), atLeast: false },
      deadLetters: { reading: known(atLeast ? COUNTED : most, asOf), atLeast },
      newest: firing.kind === 'unknown' ? [] : newestOf(firing.value, engine.name),
    };
  },
  run: async ({ broker, store }): Promise<NavCounts> => {
    const db = store.console;
    const asOf = await databaseNow(db);
    const [problems, redrives, firing] = await Promise.all([
      readOrUnknown(broker.log, readSharedProblems(broker), asOf),
      readOrUnknown(broker.log, runningRedrives(db), asOf),
      readOrUnknown(broker.log, incidentOpenList(db), asOf),
    ]);
    const exact = (reading: Reading<number>): NavCount => ({ reading, atLeast: false });
    const ofProblems = (
      count: (all: Extract<typeof problems, { value: unknown }>['value']) => number | null,
      isPart: (all: Extract<typeof problems, { value: unknown }>['value']) => boolean,
    ): NavCount => {
      if (problems.kind === 'unknown') return exact(problems);
      const value = count(problems.value);
      return value === null
        ? exact(unknown(NO_ANSWER, asOf))
        : { reading: known(value, problems.value.now.toISOString()), atLeast: isPart(problems.value) };
    };
    return {
      problems: ofProblems(
        ({ items }) => items.filter(isOpen).length,
        ({ checks }) => checks.some(({ found }) => found === null),
      ),
      deadLetters: ofProblems(({ totals }) => totals.deadLetters, isUncounted),
      blockedKeys: ofProblems(({ totals }) => totals.blockedKeys, isUncounted),
      throttled: ofProblems(
        ({ totals }) => totals.throttledTopics,
        () => false,
      ),
      redrives: exact(redrives),
      alarms: exact(mapReading(firing, (open) => open.length)),
      newest: firing.kind === 'unknown' ? [] : newestOf(firing.value, null),
    };
  },
});

function isUncounted({ totals }: { readonly totals: { readonly uncounted: number } }): boolean {
  return totals.uncounted > 0;
}

/** Rules that were not evaluated lately say nothing of how many fire. */
async function alarmsOf(
  { letters }: ClusterEngine,
  firing: Reading<readonly AlarmIncident[]>,
  asOf: string,
): Promise<Reading<number>> {
  const at = await passAt(letters.store.console);
  if (at === null) return unknown('its rules were not evaluated yet', asOf);
  if (Date.parse(asOf) - at.getTime() > EVALUATED_MS)
    return unknown('no console evaluates its rules', at.toISOString());
  return mapReading(firing, (open) => open.length);
}

/** An alarm under a silence notifies when the silence ends, here too. */
function newestOf(open: readonly AlarmIncident[], workspace: string | null): NavCounts['newest'] {
  return open
    .filter(({ told }) => told)
    .slice(-NEWEST)
    .map((each) => {
      const { title, firedAt } = noticeOf('fired', each, '', workspace);
      return { incidentId: each.incidentId, title, firedAt };
    });
}
