import { t } from '../../model/language/t';
import { PROBLEM_FACTS, PROBLEM_KINDS } from '../../model/problem/kinds';
import type { EvidenceOf, Found, Problem, ProblemKind } from '../../model/problem/problem';
import { rankProblems, type ReadTrend } from '../../model/problem/rank';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { FINDERS, UNSURE } from './evidence';
import { newestLevels } from '../../model/signal/moment';
import { type Gathered, gather, type Part } from './gather';
import { type GroupNow, groupsNow } from './groups-now';
import { lostNext, type LostNext } from './lost-next';

/** That one kind of problem was looked for. */
export interface ProblemCheck {
  readonly kind: ProblemKind;
  /** That none was found, in words. */
  readonly fine: string;
  /** How many were; null: not read, or not counted for long enough, so whether there are any is unknown. */
  readonly found: number | null;
}

export interface Problems {
  /** Of the same moment as everything below. */
  readonly now: Date;
  /** All of them, ranked; also problems that an operator has in hand. */
  readonly items: readonly Problem[];
  readonly checks: readonly ProblemCheck[];
  /** The ones with problems first. */
  readonly groups: readonly GroupNow[];
  readonly lostNext: readonly LostNext[];
  /** Counts beside the names of pages. */
  readonly totals: ProblemTotals;
}

export interface ProblemTotals {
  /** Dead letters that are there and not accepted, of the groups whose count is known. */
  readonly deadLetters: number;
  /** Of every group; null: could not be read. */
  readonly blockedKeys: number | null;
  /** Groups that the first leaves out, because their numbers are unknown. */
  readonly uncounted: number;
  /** Null: could not be read. */
  readonly throttledTopics: number | null;
  readonly firing: number | null;
}

/** Brokers of a cluster do not tell it, or an alarm of its own says it. */
export const NOT_OF_CLUSTERS: ReadonlySet<ProblemKind> = new Set([
  ...(['database-trouble', 'process-trouble', 'dying-soon', 'blocked-keys', 'stale-client'] as const),
  ...(['throttled-producers', 'redirect-stopped'] as const),
]);

/** What needs an operator now, and what was checked and is fine. @throws when the database is not responding */
export async function readProblems(ctx: BrokerContext): Promise<Problems> {
  const gathered = await gather(ctx);
  const checks: ProblemCheck[] = [];
  const found: Found[] = [];
  const isOffered = (kind: ProblemKind) => engineOf(ctx) === 'embedded' || !NOT_OF_CLUSTERS.has(kind);
  for (const kind of PROBLEM_KINDS.filter(isOffered)) {
    const evidence = read(() => FINDERS[kind](gathered));
    const isUnsure = evidence?.length === 0 && UNSURE[kind]?.(gathered) === true;
    checks.push({ kind, fine: t(PROBLEM_FACTS[kind].fine), found: isUnsure ? null : (evidence?.length ?? null) });
    for (const of of evidence ?? []) found.push(foundOf(kind, of));
  }
  const [firing, acks] = [read(gathered.firing) ?? [], read(gathered.acks) ?? []];
  const trendOf = trendsOf(gathered);
  const items = rankProblems(found, firing, trendOf, acks, ctx.workspace);
  const groups = groupsNow(gathered, items, trendOf);
  const alarms = items.filter(({ kind }) => kind === 'alarm').length;
  return {
    now: gathered.now,
    items,
    checks: checks.map((check) =>
      check.kind === 'alarm' && check.found !== null ? { ...check, found: alarms } : check,
    ),
    groups,
    lostNext: lostNext(gathered),
    totals: totalsOf(gathered, groups),
  };
}

function trendsOf({ groups, backlogs }: Gathered): ReadTrend {
  const ids = new Map(groups.map(({ name, groupId }) => [name, groupId]));
  return (group, of) => {
    const id = ids.get(group);
    if (id === undefined) return null;
    const point = newestLevels(backlogs.pointsOf(id));
    const backlog =
      point === null || point.ready === null ? null : point.ready + (point.inFlight ?? 0) + (point.waiting ?? 0);
    const now = { backlog, dead: point?.dead ?? null, blockedKeys: point?.blockedKeys ?? null };
    return { of, values: [...backlogs.trendOf(id), now].map((each) => each[of]) };
  };
}

function totalsOf(gathered: Gathered, groups: readonly GroupNow[]): ProblemTotals {
  const counted = groups.filter(({ dead }) => dead.kind !== 'unknown');
  const sum = (value: (group: GroupNow) => number | null): number =>
    counted.reduce((total, group) => total + (value(group) ?? 0), 0);
  return {
    deadLetters: sum(({ unaccepted }) => unaccepted),
    blockedKeys: read(gathered.blocked)?.reduce((total, { keys }) => total + keys, 0) ?? null,
    uncounted: groups.length - counted.length,
    throttledTopics: read(gathered.throttled)?.length ?? null,
    firing: read(gathered.firing)?.length ?? null,
  };
}

/** Null: it could not be read. */
function read<T>(part: Part<T>): T | null {
  try {
    return part();
  } catch {
    return null;
  }
}

/** Finder and kind are of the same row, which the loop over them does not say. */
function foundOf<Kind extends ProblemKind>(kind: Kind, of: EvidenceOf[Kind]): Found {
  return { kind, of } as unknown as Found;
}
