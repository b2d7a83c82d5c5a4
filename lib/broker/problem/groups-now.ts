import { msg, t } from '../../model/language/t';
import type { GroupPoint } from '../../model/history';
import type { Problem, ProblemKind } from '../../model/problem/problem';
import { known, notOffered, type Reading, stale, unknown } from '../../model/reading';
import type { ReadTrend } from '../../model/problem/rank';
import { isFresh, newest } from './evidence';
import type { Gathered } from './gather';

/** A group at a glance. */
export interface GroupNow {
  readonly name: string;
  readonly ready: Reading<number>;
  readonly inFlight: Reading<number>;
  readonly waiting: Reading<number>;
  readonly dead: Reading<number>;
  /** Dead letters that are not accepted; null: unknown. */
  readonly unaccepted: number | null;
  readonly blockedKeys: number | null;
  /** The first of its problems; null: none is known. */
  readonly problem: ProblemKind | null;
  readonly pausedAt: string | null;
  readonly pausedBy: string | null;
  /** Nothing to do and no delivery in the last minutes. */
  readonly isIdle: boolean;
  /** Backlogs of the last hour, oldest first; null: unknown. */
  readonly trend: readonly (number | null)[];
}

const NOT_COUNTED = msg('brokers of a cluster do not count it');
const NOT_KNOWN = msg('not every broker has reported it lately');
const NOT_LATELY = msg('not counted lately');
const NOT_SUBSCRIBED = msg('no consumer of this group has subscribed yet');

/** Groups with problems in the order of those, then groups that are not known to be fine, then the others by name. */
export function groupsNow(from: Gathered, problems: readonly Problem[], trendOf: ReadTrend): GroupNow[] {
  const order = new Map<string, number>();
  for (const [index, { subject }] of problems.entries())
    if (subject.kind === 'group' && !order.has(subject.name)) order.set(subject.name, index);
  const place = (group: GroupNow): number =>
    order.get(group.name) ?? (group.dead.kind === 'value' ? Number.MAX_SAFE_INTEGER : problems.length);
  return from.groups
    .map((group): GroupNow => {
      const point = newest(from, group);
      const since = point?.at.toISOString() ?? null;
      const read = (value: number | null, why: string): Reading<number> => {
        if (point === null || since === null) return unknown(t('not counted in the last 5 minutes'));
        if (value === null) return unknown(t(why), since);
        return isFresh(from, point) ? known(value, since) : stale(value, since, t('no newer count'));
      };
      const unread = from.isCluster ? NOT_KNOWN : NOT_SUBSCRIBED;
      const counted = (value: number | null | undefined): Reading<number> =>
        from.isCluster ? notOffered(t(NOT_COUNTED)) : read(value ?? null, NOT_SUBSCRIBED);
      return {
        name: group.name,
        ready: read(point?.ready ?? null, unread),
        inFlight: counted(point?.inFlight),
        waiting: counted(point?.waiting),
        dead: read(point?.dead ?? null, NOT_LATELY),
        unaccepted: unacceptedOf(point),
        blockedKeys: point?.blockedKeys ?? null,
        problem: problems[order.get(group.name) ?? -1]?.kind ?? null,
        pausedAt: group.pausedAt?.toISOString() ?? null,
        pausedBy: group.pausedBy,
        isIdle: isIdle(from.backlogs.pointsOf(group.groupId), point),
        trend: trendOf(group.name, 'backlog')?.values ?? [],
      };
    })
    .toSorted((one, other) => place(one) - place(other));
}

/** `unhandled` also counts what a re-drive has sent, which is no dead letter while it is under way. */
function unacceptedOf(point: GroupPoint | null): number | null {
  if (point?.dead == null || point.unhandled === null) return null;
  return Math.min(point.dead, point.unhandled);
}

function isIdle(points: readonly GroupPoint[], point: GroupPoint | null): boolean {
  if (point === null) return false;
  const { ready, inFlight, waiting, dead } = point;
  // What is not known is not nothing: such a group stays on the page.
  const isEmpty = ready === 0 && dead === 0 && (inFlight ?? 0) + (waiting ?? 0) === 0;
  return isEmpty && points.every(({ delivered }) => delivered === 0);
}
