import { HISTORY } from '../../model/history';
import { newestLevels } from '../../model/signal/moment';
import { type Gathered, readable } from './gather';

/** What the broker will take from an application next, unless something succeeds or an operator acts. */
export interface LostNext {
  readonly at: string;
  readonly kind: 'first-last-try' | 'all-decided' | 'within-hour' | 'first-expiry';
  readonly group: string;
  /** Messages, or dead letters. */
  readonly count: number;
}

/** The next moments, soonest first. What cannot be read is not among them; the checks say that it is unknown. */
export function lostNext(from: Gathered): LostNext[] {
  const nameOf = new Map(from.groups.map(({ groupId, name }) => [groupId, name]));
  return [...lastTriesOf(from, nameOf), ...deathsDueOf(from), ...expiriesOf(from, nameOf)].toSorted((one, other) =>
    one.at < other.at ? -1 : 1,
  );
}

function lastTriesOf({ tries, now }: Gathered, nameOf: ReadonlyMap<number, string>): LostNext[] {
  return readable(tries, []).flatMap(({ groupId, messages, firstAt, lastAt }): LostNext[] => {
    const group = nameOf.get(groupId);
    if (group === undefined || firstAt === null || lastAt === null) return [];
    const first = firstAt < now ? now : firstAt;
    const next: LostNext = { at: first.toISOString(), kind: 'first-last-try', group, count: messages };
    return lastAt > first ? [next, { at: lastAt.toISOString(), kind: 'all-decided', group, count: messages }] : [next];
  });
}

/** Those with more than one attempt left are lost in the hour too. When the first of them is, is not counted. */
function deathsDueOf({ tries, groups, backlogs, now }: Gathered): LostNext[] {
  const onLastTry = new Map(readable(tries, []).map(({ groupId, messages }) => [groupId, messages]));
  const at = new Date(now.getTime() + HISTORY.dueMs).toISOString();
  return groups.flatMap(({ groupId, name: group }): LostNext[] => {
    const count = newestLevels(backlogs.pointsOf(groupId))?.deathsDue ?? 0;
    return count > (onLastTry.get(groupId) ?? 0) ? [{ at, kind: 'within-hour', group, count }] : [];
  });
}

function expiriesOf({ expiries, backlogs }: Gathered, nameOf: ReadonlyMap<number, string>): LostNext[] {
  return [...readable(expiries, new Map<number, Date | null>())].flatMap(([groupId, at]): LostNext[] => {
    const group = nameOf.get(groupId);
    const count = backlogs.pointsOf(groupId).findLast(({ expiring }) => expiring !== null)?.expiring ?? 0;
    return group === undefined || at === null ? [] : [{ at: at.toISOString(), kind: 'first-expiry', group, count }];
  });
}
