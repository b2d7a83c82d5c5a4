import { amountText } from '../../../model/alarm/amount';
import { type AlarmNotice, becameText } from '../../../model/alarm/notice';
import { msg, t } from '../../../model/language/t';
import { SIGNALS } from '../../../model/signal/signal';

const SUBJECTS = { group: msg('Group'), topic: msg('Topic'), broker: msg('Broker'), proxy: msg('Proxy') } as const;

/** What people read beside the title, as name and value, in the language of the channel. */
export function factsOf(notice: AlarmNotice): [string, string][] {
  if (notice.kind === 'test') return [];
  const { watch, subject, severity, value, peak, threshold, firedAt, acknowledgedBy, resolvedAt, resolvedBy } = notice;
  const isClosed = notice.closedWhy === 'detached';
  const became = notice.became == null ? '' : becameText(notice.became);
  return [
    ...(notice.workspace == null ? [] : ([[t('Cluster'), notice.workspace]] as [string, string][])),
    [t(SUBJECTS[SIGNALS[watch].subject]), subject],
    [t('Severity'), severityText(severity)],
    [t('Value'), amountText(watch, value)],
    [t('Peak'), amountText(watch, peak)],
    [t('Rule'), t('{amount} or more', { amount: amountText(watch, threshold) })],
    [t('Since'), firedAt],
    ...(acknowledgedBy === null ? [] : ([[t('Acknowledged by'), acknowledgedBy]] as [string, string][])),
    ...(resolvedAt === null ? [] : ([[isClosed ? t('Closed') : t('Resolved'), resolvedAt]] as [string, string][])),
    ...(isClosed || resolvedBy === null ? [] : ([[t('Resolved by'), resolvedBy]] as [string, string][])),
    ...(became === '' ? [] : ([[t('Dead letters'), became]] as [string, string][])),
  ];
}

/** What stands on the link of a notification. */
export function linkWords({ closedWhy }: Pick<AlarmNotice, 'closedWhy'>): string {
  return closedWhy === 'detached' ? t('Open the audit log') : t('Open the alarm');
}

/** What a message of many has no room for. */
export function leftOf(left: number): string {
  return t('and {left, number} more', { left });
}

/** One of many, on a line of its own. */
export function lineOf({ title, severity }: Pick<AlarmNotice, 'title' | 'severity'>): string {
  return t('{title} ({severity})', { title, severity: severityText(severity) });
}

function severityText(severity: AlarmNotice['severity']): string {
  return t('{severity, select, critical {critical} warning {warning} other {info}}', { severity });
}
