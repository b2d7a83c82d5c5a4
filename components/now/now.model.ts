import { formatCount, plural } from '@/components/ui/number.model';
import type { DisplayState } from '@/components/ui/state-badge';
import type { GroupNow, LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import { valueOrNull } from '@/lib/model/reading';

/** The sentence below the title. */
export function nowHeading({ items, total, acknowledged, groups, groupCount, checks }: ProblemsPage): string {
  const unsure = checks.filter(({ found }) => found === null).length;
  const also = unsure === 0 ? '' : ` ${plural(unsure, 'check')} could not be made: there may be more.`;
  if (total === 0 && groupCount === 0) return `There is no group to check yet.${also}`;
  if (total === 0 && acknowledged.length > 0)
    return `No open problem, ${plural(acknowledged.length, 'acknowledged problem')}.${also}`;
  if (total === 0)
    return unsure === 0 ? `No open problems. ${plural(groupCount, 'group')} checked.` : `No problem was found.${also}`;
  const affected = new Set(items.filter(({ subject }) => subject.kind === 'group').map(({ subject }) => subject.name));
  const others = new Set(items.filter(({ subject }) => subject.kind === 'topic').map(({ subject }) => subject.name));
  const where = [
    affected.size === 0 ? null : plural(affected.size, 'group'),
    others.size === 0 ? null : plural(others.size, 'topic'),
  ].filter((each) => each !== null);
  const fine = groups.filter(({ problem }) => problem === null).length;
  const rest =
    groupCount > groups.length || fine === 0 ? '' : ` ${plural(fine, 'group')} ${fine === 1 ? 'has' : 'have'} none.`;
  const places = where.length === 0 || total > items.length ? '' : ` in ${where.join(' and ')}`;
  return `${plural(total, 'open problem')}${places}, ranked by the number of messages lost or not processed.${rest}${also}`;
}

export interface GroupLook {
  readonly state: DisplayState | 'fine' | 'idle';
  readonly word: string;
}

/** One word for a group; fine is a claim that needs fresh counts. */
export function groupLook({ problem, dead, pausedAt, isIdle }: GroupNow): GroupLook {
  if (problem !== null) {
    const [state, word] = PROBLEM_FACTS[problem].badge;
    return { state, word };
  }
  if (dead.kind === 'unknown') return { state: 'unknown', word: 'Unknown' };
  if (dead.kind === 'stale') return { state: 'stale', word: 'Stale' };
  if (pausedAt !== null) return { state: 'paused', word: 'Paused' };
  return isIdle ? { state: 'idle', word: 'Idle' } : { state: 'fine', word: 'Fine' };
}

/** "214 ready · 941 waiting · 412 dead": what there is, and nothing of what there is not. */
export function groupCounts({ ready, inFlight, waiting, dead, blockedKeys }: GroupNow): string {
  if (dead.kind === 'unknown') return dead.reason;
  const parts = [
    ready.kind === 'unknown' ? 'not subscribed' : `${short(ready.value)} ready`,
    ...[
      ['in flight', valueOrNull(inFlight)],
      ['waiting', valueOrNull(waiting)],
      ['dead', valueOrNull(dead)],
    ].flatMap(([name, value]) => (typeof value === 'number' && value > 0 ? [`${short(value)} ${name}`] : [])),
    ...((blockedKeys ?? 0) > 0 ? [plural(blockedKeys ?? 0, 'blocked key')] : []),
  ];
  return parts.join(' · ');
}

const LOST: Readonly<Record<LostNext['kind'], (count: number) => string>> = {
  'first-last-try': (count) => (count === 1 ? 'last attempt' : `first of ${formatCount(count)} last attempts`),
  'all-decided': (count) => `last of ${formatCount(count)} last attempts`,
  'within-hour': (count) => `${plural(count, 'message')} within the hour`,
  'first-expiry': (count) =>
    count === 1 ? '1 dead letter expires' : `first of ${formatCount(count)} dead letters expires`,
};

export function lostWords({ kind, count }: LostNext): string {
  return LOST[kind](count);
}

function short(value: number): string {
  return value < 10_000 ? formatCount(value) : `${formatCount(Math.round(value / 100) / 10)}k`;
}
