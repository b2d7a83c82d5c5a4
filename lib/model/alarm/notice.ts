import { amountText, remainingText } from './amount';
import { type AlarmIncident, alarmPath, evidenceOf, type LettersBecame } from './incident';
import type { Severity } from './rule';
import { formatCount } from '../count';
import { fingerprintOfSubject, groupOfSubject } from './subject';
import { engineIn, inWorkspace } from '../workspace';
import { ONLY_BROKER, type Signal, SIGNALS } from '../signal/signal';
import { inEnglish } from '../language/speech';

export type NoticeKind = 'fired' | 'repeated' | 'acknowledged' | 'resolved' | 'test';

/** A notification for a channel: fixed when it is queued, so that a retry says the same. */
export interface AlarmNotice {
  readonly kind: NoticeKind;
  /** Null: a test. */
  readonly incidentId: number | null;
  /** The attached cluster that it is about; null or absent: this installation. */
  readonly workspace?: string | null;
  /** The same for every notification of one incident: receivers recognize repetitions by it. */
  readonly key: string;
  readonly title: string;
  readonly watch: Signal;
  /** Of an alarm about one cause, its group. */
  readonly subject: string;
  /** Fingerprint of the cause that it is about; null: of none. */
  readonly cause?: string | null;
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
  /**
   * About dead letters: their outcomes. Null: about something else, or not known. Absent, like the next two, from
   * one that a release before queued.
   */
  readonly became?: LettersBecame | null;
  /** How many of them are left. Null: unknown, or not about them. */
  readonly remaining?: number | null;
  /**
   * `detached`: this console does not watch what it was about any more, and nothing of it is known to be over. Null or
   * absent: it ended by what its rule watches.
   */
  readonly closedWhy?: 'detached' | null;
  /** Path of the page that shows why. */
  readonly evidence: string;
}

/**
 * @param because what is wrong, in words, where the number alone does not say it
 * @param workspace the attached cluster that it is about
 */
export function noticeOf(
  kind: Exclude<NoticeKind, 'test'>,
  incident: AlarmIncident,
  because = '',
  workspace: string | null = null,
): AlarmNotice {
  const { watch, severity, value, peak, threshold, incidentId, became, remaining } = incident;
  return {
    kind,
    incidentId,
    // Two brokers may notify one paging service, and both count from 1: neither may end what the other began.
    key: `redrive-alarm-${incidentId}-${incident.firedAt.getTime().toString(36)}`,
    workspace,
    title: [
      ...(workspace === null ? [] : [workspace]),
      // It is sent, and kept in the log of what was sent.
      inEnglish(() => titleOf(kind, incident)),
      ...(because === '' ? [] : [because]),
    ].join(': '),
    watch,
    subject: SIGNALS[watch].perCause ? groupOfSubject(incident.subject) : incident.subject,
    cause: SIGNALS[watch].perCause ? fingerprintOfSubject(incident.subject) : null,
    severity,
    value,
    peak,
    threshold,
    unit: SIGNALS[watch].unit,
    firedAt: incident.firedAt.toISOString(),
    acknowledgedBy: incident.acknowledgedBy,
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    resolvedBy: incident.redriveId === null ? null : `re-drive ${incident.redriveId}`,
    became,
    remaining,
    evidence: inWorkspace(workspace, evidenceOf(incident, engineIn(workspace))),
  };
}

/**
 * The end of an alarm with its cluster: a paging service closes it by its kind, and people read that nothing was put
 * right. Its own page is gone, so that it leads to the record of who detached the cluster.
 */
export function detachedNotice(incident: AlarmIncident, workspace: string, at: Date): AlarmNotice {
  const notice = noticeOf('resolved', { ...incident, resolvedAt: at }, '', workspace);
  const what = `${SIGNALS[incident.watch].says}${whereOf(incident)}`;
  return {
    ...notice,
    title: `${workspace}: Closed, not resolved: ${what}: the cluster was detached`,
    closedWhy: 'detached',
    evidence: `/audit?${new URLSearchParams({ action: 'cluster.detach', target: workspace })}`,
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
    cause: null,
    severity: 'info',
    value: null,
    peak: null,
    threshold: 0,
    unit: SIGNALS.deaths.unit,
    firedAt: now.toISOString(),
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    became: null,
    remaining: null,
    evidence: '/alarms/channels',
  };
}

const STATES = { fired: '', repeated: 'Still firing: ', acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' };

/** "New dead letters, group orders-billing: 412 messages (rule: 5 messages)". */
function titleOf(
  kind: Exclude<NoticeKind, 'test'>,
  { watch, subject, value, threshold, becauseUnknown, remaining, resolvedWhy, became }: AlarmIncident,
): string {
  const { says } = SIGNALS[watch];
  const where = whereOf({ watch, subject });
  const state = STATES[kind];
  if (kind === 'resolved') {
    const ended = resolvedWhy === 'expired' ? `Lost: ${formatCount(became?.expired ?? 0)} expired: ` : state;
    return `${ended}${says}${where}${endText({ resolvedWhy, became, remaining })}`;
  }
  if (becauseUnknown) return `${state}${says}${where}: unknown for too long`;
  const left = value !== null && value < threshold ? remainingText(watch, remaining) : '';
  const stays = left === '' ? '' : `; ${left}`;
  return `${state}${says}${where}: ${amountText(watch, value)} (rule: ${amountText(watch, threshold)})${stays}`;
}

function whereOf({ watch, subject }: Pick<AlarmIncident, 'watch' | 'subject'>): string {
  const { subject: of } = SIGNALS[watch];
  return subject === ONLY_BROKER && of === 'broker' ? '' : `, ${of} ${groupOfSubject(subject)}`;
}

/** The page that a notification leads to: that of its alarm, as long as there is one. */
export function pagePathOf({
  incidentId,
  workspace,
  evidence,
  closedWhy,
}: Pick<AlarmNotice, 'incidentId' | 'workspace' | 'evidence' | 'closedWhy'>): string {
  const hasPage = incidentId !== null && closedWhy !== 'detached';
  return hasPage ? inWorkspace(workspace ?? null, alarmPath(incidentId)) : evidence;
}

/** How it looks to people: an end by which something was lost, or nothing put right, is nothing to be glad about. */
export function toneOf({
  kind,
  became,
  closedWhy,
}: Pick<AlarmNotice, 'kind' | 'became' | 'closedWhy'>): NoticeKind | 'lost' {
  if (kind !== 'resolved') return kind;
  return (became?.expired ?? 0) > 0 || closedWhy === 'detached' ? 'lost' : kind;
}

/** How an alarm about dead letters ended: ": consumed 400, discarded 3 by ana, accepted 2 by po"; else "". */
export function endText({
  resolvedWhy,
  became,
  remaining,
}: Pick<AlarmIncident, 'resolvedWhy' | 'became' | 'remaining'>): string {
  if (resolvedWhy === 'cleared' && remaining !== null && remaining > 0)
    return `; ${formatCount(remaining)} ${remaining === 1 ? 'dead letter is' : 'dead letters are'} still there`;
  if (became === null || (resolvedWhy !== 'redriven' && resolvedWhy !== 'dealt-with' && resolvedWhy !== 'expired'))
    return '';
  return `: ${becameText(became)}`;
}

/** "consumed 400, discarded 3 by ana". */
export function becameText({
  consumed,
  elsewhere,
  discarded,
  discardedBy,
  accepted,
  acceptedBy,
  expired,
}: LettersBecame): string {
  const parts: [says: string, count: number, by: readonly string[]][] = [
    ['consumed', consumed, []],
    ['discarded', discarded, discardedBy],
    ['accepted', accepted, acceptedBy],
    ['expired', expired, []],
    ['left the group', elsewhere, []],
  ];
  return parts
    .filter(([, count]) => count > 0)
    .map(([says, count, by]) => `${says} ${formatCount(count)}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`)
    .join(', ');
}
