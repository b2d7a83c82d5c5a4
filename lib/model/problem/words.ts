import { formatCount } from '../count';
import { t, tell } from '../language/t';
import { formatRate } from '../rate';
import { known, type Reading } from '../reading';
import { formatShare } from '../share';
import { type Phrase, phrases } from './phrase';
import { MOST_CAUSES, type ProblemSubject, type RunOfProblem, type StoppedWhy } from './problem';

export function groupOf({ group }: { readonly group: string }): ProblemSubject {
  return { kind: 'group', name: group };
}

export function groupPath(group: string): string {
  return `/groups/${part(group)}`;
}

export function part(name: string): string {
  return encodeURIComponent(name);
}

/** For order alone: an unknown number is shown as unknown. */
export function valueOf(reading: Reading<number>): number {
  return reading.kind === 'unknown' ? 0 : reading.value;
}

export function amount(reading: Reading<number>): string {
  if (reading.kind === 'unknown') return t('an unknown number');
  return bounded(reading, formatCount(reading.value));
}

/** What is counted, in words with its number. */
const COUNTED = {
  message: {
    exact: (count: number) => t('{count, plural, one {# message} other {# messages}}', { count }),
    unknown: () => t('an unknown number of messages'),
  },
  'more message': {
    exact: (count: number) => t('{count, plural, one {# more message} other {# more messages}}', { count }),
    unknown: () => t('an unknown number of more messages'),
  },
  'dead letter': {
    exact: (count: number) => t('{count, plural, one {# dead letter} other {# dead letters}}', { count }),
    unknown: () => t('an unknown number of dead letters'),
  },
  key: {
    exact: (count: number) => t('{count, plural, one {# key} other {# keys}}', { count }),
    unknown: () => t('an unknown number of keys'),
  },
  client: {
    exact: (count: number) => t('{count, plural, one {# client} other {# clients}}', { count }),
    unknown: () => t('an unknown number of clients'),
  },
  send: {
    exact: (count: number) => t('{count, plural, one {# send} other {# sends}}', { count }),
    unknown: () => t('an unknown number of sends'),
  },
} as const;

export function count(reading: Reading<number>, of: keyof typeof COUNTED): string {
  if (reading.kind === 'unknown') return COUNTED[of].unknown();
  return bounded(reading, COUNTED[of].exact(reading.value));
}

/** Counting may have ended at a limit. */
function bounded(reading: Reading<number>, count: string): string {
  return reading.kind === 'value' && reading.atLeast === true ? t('at least {count}', { count }) : count;
}

/** Of a number in percent. */
export function share(percent: Reading<number>): string {
  return percent.kind === 'unknown' ? t('an unknown share') : formatShare(percent.value / 100, 0);
}

export function rate(reading: Reading<number>): string {
  return reading.kind === 'unknown' ? t('unknown') : formatRate(reading.value);
}

export function causesText(causes: number): string {
  if (causes > MOST_CAUSES) return t('more than {count, number} causes', { count: MOST_CAUSES });
  return t('{count, plural, one {one cause} other {# causes}}', { count: causes });
}

export function atRisk(
  dying: Reading<number>,
  firstAt: string | null,
): readonly [readonly Phrase[], readonly Phrase[]] {
  return [
    phrases('<b>{amount} at risk</b>', { amount: amount(dying) }),
    firstAt === null ? [t('within the hour')] : phrases('next outcome {at}', { at: { at: firstAt } }),
  ];
}

/** Unknown as soon as one of them is. */
export function sum(one: Reading<number>, other: Reading<number>): Reading<number> {
  if (one.kind === 'unknown' || other.kind === 'unknown') return one.kind === 'unknown' ? one : other;
  return known(one.value + other.value, one.asOf);
}

/** "4 of 4 failed again" */
export function stopText({ rule, failed, of }: StoppedWhy): string {
  if (rule === 'not-fetched') return t('no client fetched the released messages');
  return of === 0 ? t('too many failed again') : t('{failed, number} of {of, number} failed again', { failed, of });
}

export function runText({ name, stopped, why }: RunOfProblem): string {
  return stopped === null
    ? t('Re-drive {name} cannot release: {why}.', { name, why: why === null ? t('each step fails') : tell(why) })
    : t('Re-drive {name} stopped: {why}.', { name, why: stopText(stopped) });
}
