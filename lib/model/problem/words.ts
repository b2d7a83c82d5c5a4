import { formatCount, plural } from '../count';
import { known, type Reading } from '../reading';
import { formatShare } from '../share';
import type { Phrase } from './phrase';
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
  return reading.kind === 'unknown' ? 'an unknown number' : `${bound(reading)}${formatCount(reading.value)}`;
}

export function count(reading: Reading<number>, one: string): string {
  return reading.kind === 'unknown' ? `an unknown number of ${one}s` : `${bound(reading)}${plural(reading.value, one)}`;
}

/** Counting ended at a limit. */
function bound(reading: Reading<number>): string {
  return reading.kind === 'value' && reading.atLeast === true ? 'at least ' : '';
}

/** Of a number in percent. */
export function share(percent: Reading<number>): string {
  return percent.kind === 'unknown' ? 'an unknown share' : formatShare(percent.value / 100, 0);
}

export function rate(reading: Reading<number>): string {
  return reading.kind === 'unknown' ? 'unknown' : perSecond(reading.value);
}

export function perSecond(value: number): string {
  return `${formatCount(value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)}/s`;
}

export function by(at: string | null): readonly Phrase[] {
  return at === null ? [' within the hour'] : [' by ', { at }];
}

export function causesText(causes: number): string {
  if (causes === 1) return 'one cause';
  return causes > MOST_CAUSES ? `more than ${MOST_CAUSES} causes` : `${causes} causes`;
}

export function atRisk(
  dying: Reading<number>,
  firstAt: string | null,
): readonly [readonly Phrase[], readonly Phrase[]] {
  return [
    [{ strong: `${amount(dying)} at risk` }],
    firstAt === null ? ['within the hour'] : ['next decided ', { at: firstAt }],
  ];
}

/** Unknown as soon as one of them is. */
export function sum(one: Reading<number>, other: Reading<number>): Reading<number> {
  if (one.kind === 'unknown' || other.kind === 'unknown') return one.kind === 'unknown' ? one : other;
  return known(one.value + other.value, one.asOf);
}

/** "1 message waits" */
export function waits(ready: Reading<number>): string {
  return `${count(ready, 'message')} ${valueOf(ready) === 1 ? 'waits' : 'wait'}`;
}

/** "4 of 4 failed again" */
export function stopText({ rule, failed, of }: StoppedWhy): string {
  if (rule === 'not-fetched') return 'no client fetched what it released';
  return of === 0 ? 'too many failed again' : `${formatCount(failed)} of ${formatCount(of)} failed again`;
}

export function runText({ name, stopped, why }: RunOfProblem): string {
  return stopped === null
    ? `Re-drive ${name} cannot release: ${why ?? 'each step fails'}.`
    : `Re-drive ${name} stopped: ${stopText(stopped)}.`;
}
