import type { AlarmNotice } from '../../../model/alarm/notice';
import { WATCHES } from '../../../model/alarm/rule';

/** What people read beside the title, as name and value. */
export function factsOf(notice: AlarmNotice): [string, string][] {
  if (notice.kind === 'test') return [];
  const { watch, subject, severity, value, peak, threshold, unit, firedAt, resolvedAt, resolvedBy } = notice;
  const number = (at: number | null): string =>
    at === null ? 'unknown' : at >= 1e9 ? 'endless' : `${Math.round(at * 100) / 100} ${unit}`;
  return [
    [WATCHES[watch].subject === 'broker' ? 'Subject' : WATCHES[watch].subject, subject],
    ['Severity', severity],
    ['Value', number(value)],
    ['Peak', number(peak)],
    ['Rule', `at least ${number(threshold)}`],
    ['Since', firedAt],
    ...(resolvedAt === null ? [] : ([['Resolved', resolvedAt]] as [string, string][])),
    ...(resolvedBy === null ? [] : ([['By', resolvedBy]] as [string, string][])),
  ];
}
