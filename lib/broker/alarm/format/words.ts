import { amountText } from '../../../model/alarm/amount';
import { type AlarmNotice, becameText } from '../../../model/alarm/notice';
import { SIGNALS } from '../../../model/signal/signal';

/** What people read beside the title, as name and value. */
export function factsOf(notice: AlarmNotice): [string, string][] {
  if (notice.kind === 'test') return [];
  const { watch, subject, severity, value, peak, threshold, firedAt, acknowledgedBy, resolvedAt, resolvedBy } = notice;
  const isClosed = notice.closedWhy === 'detached';
  const became = notice.became == null ? '' : becameText(notice.became);
  return [
    ...(notice.workspace == null ? [] : ([['Cluster', notice.workspace]] as [string, string][])),
    [SIGNALS[watch].subject === 'broker' ? 'Subject' : SIGNALS[watch].subject, subject],
    ['Severity', severity],
    ['Value', amountText(watch, value)],
    ['Peak', amountText(watch, peak)],
    ['Rule', `at least ${amountText(watch, threshold)}`],
    ['Since', firedAt],
    ...(acknowledgedBy === null ? [] : ([['Acknowledged by', acknowledgedBy]] as [string, string][])),
    ...(resolvedAt === null ? [] : ([[isClosed ? 'Closed' : 'Resolved', resolvedAt]] as [string, string][])),
    ...(isClosed || resolvedBy === null ? [] : ([['By', resolvedBy]] as [string, string][])),
    ...(became === '' ? [] : ([['Dead letters', became]] as [string, string][])),
  ];
}

/** What stands on the link of a notification. */
export function linkWords({ closedWhy }: Pick<AlarmNotice, 'closedWhy'>): string {
  return closedWhy === 'detached' ? 'Open the audit log' : 'Open the alarm';
}

/** What a message of many has no room for. */
export function leftOf(left: number): string {
  return `and ${left} more`;
}
