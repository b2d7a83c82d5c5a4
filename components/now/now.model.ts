import { formatCount, plural } from '@/components/ui/number.model';
import type { DisplayState } from '@/components/ui/state-badge';
import type { GroupNow, LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import { valueOrNull } from '@/lib/model/reading';

/** The sentence below the title. */
export function nowHeading({ total, acknowledged, groupCount, checks }: ProblemsPage): string {
  const unsure = checks.filter(({ found }) => found === null).length;
  const also = unsure === 0 ? '' : ` ${plural(unsure, 'check')} could not be made: there may be more.`;
  if (total === 0 && groupCount === 0) return `There is no group to check yet.${also}`;
  if (total === 0 && acknowledged.length > 0)
    return `No open problem, ${plural(acknowledged.length, 'acknowledged problem')}.${also}`;
  if (total === 0)
    return unsure === 0 ? `No open problems. ${plural(groupCount, 'group')} checked.` : `No problem was found.${also}`;
  return `${plural(total, 'open problem')}, ranked by the number of messages lost or not processed.${also}`;
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
  return isIdle ? { state: 'idle', word: 'Idle' } : { state: 'fine', word: 'No problem' };
}

/** "backlog 133 · 3 blocked keys": the backlog, then what else there is. */
export function groupCounts({ ready, inFlight, waiting, dead, blockedKeys }: GroupNow): string {
  if (dead.kind === 'unknown') return dead.reason;
  const retries = valueOrNull(waiting) ?? 0;
  const letters = valueOrNull(dead) ?? 0;
  const isWhole = inFlight.kind !== 'unknown' && waiting.kind !== 'unknown';
  const parts = [
    ready.kind === 'unknown'
      ? 'backlog unknown: not subscribed'
      : `backlog ${isWhole ? '' : 'at least '}${short(ready.value + (valueOrNull(inFlight) ?? 0) + retries)}`,
    ...(retries > 0 ? [`${short(retries)} waiting retry`] : []),
    ...(letters > 0 ? [`${short(letters)} ${letters === 1 ? 'dead letter' : 'dead letters'}`] : []),
    ...((blockedKeys ?? 0) > 0 ? [plural(blockedKeys ?? 0, 'blocked key')] : []),
  ];
  return parts.join(' · ');
}

/** Of the groups that are not drawn, none is left unsaid. */
export function groupsWords({ groups, activeCount, groupCount }: ProblemsPage): string {
  const idle = groupCount - activeCount;
  const shown = groups.length < activeCount ? `first ${groups.length} of ${activeCount} active, ` : '';
  const hidden = idle === 0 ? '' : `; ${plural(idle, 'idle group')} not shown`;
  return `${shown}${formatCount(activeCount)} of ${formatCount(groupCount)}${hidden}`;
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

/** The line below what is lost next; null: an expiry is among it. */
export function expiryWords({ checks }: Pick<ProblemsPage, 'checks'>): string | null {
  const found = checks.find(({ kind }) => kind === 'expiring-letters')?.found ?? null;
  if (found === null) return 'Whether a dead letter expires in the next 24 hours is unknown.';
  return found === 0 ? 'No dead letter expires in the next 24 hours.' : null;
}

function short(value: number): string {
  return value < 10_000 ? formatCount(value) : `${formatCount(Math.round(value / 100) / 10)}k`;
}
