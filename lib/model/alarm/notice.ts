import { amountText, remainingText } from './amount';
import { type AlarmIncident, evidenceOf } from './incident';
import type { Severity } from './rule';
import { type Watch, WATCHES } from './watch';

export type NoticeKind = 'fired' | 'repeated' | 'acknowledged' | 'resolved' | 'test';

/** A notification for a channel: fixed when it is queued, so that a retry says the same. */
export interface AlarmNotice {
  readonly kind: NoticeKind;
  /** Null: a test. */
  readonly incidentId: number | null;
  /** The same for every notification of one incident: receivers recognize repetitions by it. */
  readonly key: string;
  readonly title: string;
  readonly watch: Watch;
  readonly subject: string;
  readonly severity: Severity;
  readonly value: number | null;
  readonly peak: number | null;
  readonly threshold: number;
  readonly unit: string;
  readonly firedAt: string;
  /** Null: not acknowledged. */
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: string | null;
  /** "re-drive 12" when one put it right. */
  readonly resolvedBy: string | null;
  /** Path of the page that shows why. */
  readonly evidence: string;
}

/** @param because what is wrong, in words, where the number alone does not say it */
export function noticeOf(kind: Exclude<NoticeKind, 'test'>, incident: AlarmIncident, because = ''): AlarmNotice {
  const { watch, subject, severity, value, peak, threshold, incidentId } = incident;
  return {
    kind,
    incidentId,
    // Two brokers may notify one paging service, and both count from 1: neither may end what the other began.
    key: `redrive-alarm-${incidentId}-${incident.firedAt.getTime().toString(36)}`,
    title: because === '' ? titleOf(kind, incident) : `${titleOf(kind, incident)}: ${because}`,
    watch,
    subject,
    severity,
    value,
    peak,
    threshold,
    unit: WATCHES[watch].unit,
    firedAt: incident.firedAt.toISOString(),
    acknowledgedBy: incident.acknowledgedBy,
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    resolvedBy: incident.redriveId === null ? null : `re-drive ${incident.redriveId}`,
    evidence: evidenceOf(incident),
  };
}

export function testNotice(now: Date): AlarmNotice {
  return {
    kind: 'test',
    incidentId: null,
    key: `redrive-test-${now.getTime()}`,
    title: 'Test from Redrive: alarms reach this channel',
    watch: 'deaths',
    subject: 'test',
    severity: 'info',
    value: null,
    peak: null,
    threshold: 0,
    unit: WATCHES.deaths.unit,
    firedAt: now.toISOString(),
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    evidence: '/alarms/channels',
  };
}

const STATES = { fired: '', repeated: 'Still firing: ', acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' };

/** "New dead letters, group orders-billing: 412 messages (rule: 5 messages)". */
function titleOf(
  kind: Exclude<NoticeKind, 'test'>,
  { watch, subject, value, threshold, becauseUnknown, remaining }: AlarmIncident,
): string {
  const { says, subject: of } = WATCHES[watch];
  const where = of === 'broker' ? '' : `, ${of} ${subject}`;
  const state = STATES[kind];
  if (kind === 'resolved') return `${state}${says}${where}`;
  if (becauseUnknown) return `${state}${says}${where}: unknown for too long`;
  const stays = value !== null && value < threshold ? remainingText(watch, remaining) : '';
  return `${state}${says}${where}: ${amountText(watch, value)} (rule: ${amountText(watch, threshold)})${stays}`;
}
