import { formatCount } from '@/components/ui/number.model';
import type { DisplayState } from '@/components/ui/state-badge';
import type { GroupNow, LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import { t } from '@/lib/model/language/t';
import { valueOrNull } from '@/lib/model/reading';

/** The sentence below the title. */
export function nowHeading({ total, acknowledged, groupCount, checks }: ProblemsPage): string {
  const unsure = checks.filter(({ found }) => found === null).length;
  const sentence = headingOf({ total, acknowledged: acknowledged.length, groupCount }, unsure === 0);
  if (unsure === 0) return sentence;
  const more = t('{unsure, plural, one {# check} other {# checks}} could not be made: there may be more.', { unsure });
  return t('{sentence} {more}', { sentence, more });
}

interface Heading {
  readonly total: number;
  readonly acknowledged: number;
  readonly groupCount: number;
}

function headingOf({ total, acknowledged, groupCount }: Heading, isSure: boolean): string {
  if (total > 0)
    return t(
      `{total, plural, one {# open problem} other {# open problems}}, ranked by the number of messages
      lost or not processed.`,
      { total },
    );
  if (groupCount === 0) return t('There is no group to check yet.');
  if (acknowledged > 0)
    return t('No open problem, {acknowledged, plural, one {# acknowledged problem} other {# acknowledged problems}}.', {
      acknowledged,
    });
  if (!isSure) return t('No problem was found.');
  return t('No open problems. {groupCount, plural, one {# group} other {# groups}} checked.', { groupCount });
}

export interface GroupLook {
  readonly state: DisplayState | 'fine' | 'idle';
  readonly word: string;
}

/** One word for a group; fine is a claim that needs fresh counts. */
export function groupLook({ problem, dead, pausedAt, isIdle }: GroupNow): GroupLook {
  if (problem !== null) {
    const [state, word] = PROBLEM_FACTS[problem].badge;
    return { state, word: t(word) };
  }
  if (dead.kind === 'unknown') return { state: 'unknown', word: t('Unknown') };
  if (dead.kind === 'stale') return { state: 'stale', word: t('Stale') };
  if (pausedAt !== null) return { state: 'paused', word: t('Paused') };
  return isIdle ? { state: 'idle', word: t('Idle') } : { state: 'fine', word: t('No problem') };
}

/** "backlog 133 · 3 blocked keys": the backlog, then what else there is. */
export function groupCounts({ ready, inFlight, waiting, dead, blockedKeys }: GroupNow): string {
  if (dead.kind === 'unknown') return dead.reason;
  const retries = valueOrNull(waiting) ?? 0;
  const letters = valueOrNull(dead) ?? 0;
  const isWhole = inFlight.kind !== 'unknown' && waiting.kind !== 'unknown';
  const backlog = ready.kind === 'unknown' ? '' : short(ready.value + (valueOrNull(inFlight) ?? 0) + retries);
  const parts = [
    ready.kind === 'unknown'
      ? t('backlog unknown: not subscribed')
      : isWhole
        ? t('backlog {backlog}', { backlog })
        : t('backlog at least {backlog}', { backlog }),
    ...(retries > 0 ? [t('{count} waiting retry', { count: short(retries) })] : []),
    ...(letters > 0
      ? [t('{count} {n, plural, one {dead letter} other {dead letters}}', { count: short(letters), n: letters })]
      : []),
    ...((blockedKeys ?? 0) > 0
      ? [t('{count, plural, one {# blocked key} other {# blocked keys}}', { count: blockedKeys ?? 0 })]
      : []),
  ];
  return parts.join(' · ');
}

/** Of the groups that are not drawn, none is left unsaid. */
export function groupsWords({ groups, activeCount, groupCount }: ProblemsPage): string {
  const idle = groupCount - activeCount;
  const given = { active: activeCount, all: groupCount, shown: groups.length, idle };
  const isCut = groups.length < activeCount;
  if (idle === 0)
    return isCut
      ? t('first {shown, number} of {active, number} active, {active, number} of {all, number}', given)
      : t('{active, number} of {all, number}', given);
  return isCut
    ? t(
        `first {shown, number} of {active, number} active, {active, number} of {all, number};
        {idle, plural, one {# idle group} other {# idle groups}} not shown`,
        given,
      )
    : t('{active, number} of {all, number}; {idle, plural, one {# idle group} other {# idle groups}} not shown', given);
}

const LOST: Readonly<Record<LostNext['kind'], (count: number) => string>> = {
  'first-last-try': (count) => t('{count, plural, one {last attempt} other {first of # last attempts}}', { count }),
  'all-decided': (count) => t('last of {count, number} last attempts', { count }),
  'within-hour': (count) => t('{count, plural, one {# message} other {# messages}} within the hour', { count }),
  'first-expiry': (count) =>
    t('{count, plural, one {1 dead letter expires} other {first of # dead letters expires}}', { count }),
};

export function lostWords({ kind, count }: LostNext): string {
  return LOST[kind](count);
}

/** The line below what is lost next; null: an expiry is among it. */
export function expiryWords({ checks }: Pick<ProblemsPage, 'checks'>): string | null {
  const found = checks.find(({ kind }) => kind === 'expiring-letters')?.found ?? null;
  if (found === null) return t('Whether a dead letter expires in the next 24 hours is unknown.');
  return found === 0 ? t('No dead letter expires in the next 24 hours.') : null;
}

function short(value: number): string {
  return value < 10_000 ? formatCount(value) : `${formatCount(Math.round(value / 100) / 10)}k`;
}
