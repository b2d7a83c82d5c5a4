import { amountText, remainingText } from './amount';
import { type AlarmIncident, alarmPath, evidenceOf, type LettersBecame, type ResolvedWhy } from './incident';
import type { Severity } from './rule';
import { fingerprintOfSubject, groupOfSubject } from './subject';
import { engineIn, inWorkspace } from '../workspace';
import { ONLY_BROKER, type Signal, SIGNALS } from '../signal/signal';
import { enumerated } from '../language/list';
import { inEnglish } from '../language/speech';
import { msg, type Reason, t, tell } from '../language/t';
import { redriveName } from '../redrive/redrive';

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
  /** In English. People read noticeTitle. */
  readonly title: string;
  /** What is wrong, in words, where the number alone does not say it. */
  readonly because?: Reason;
  readonly becauseUnknown?: boolean;
  /** Null: it is not over. Absent: queued by an older release, whose title is all that is known. */
  readonly resolvedWhy?: ResolvedWhy | null;
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
  because: Reason = '',
  workspace: string | null = null,
): AlarmNotice {
  const { watch, severity, value, peak, threshold, incidentId, became, remaining } = incident;
  return titled({
    ...{ kind, incidentId, because, becauseUnknown: incident.becauseUnknown, resolvedWhy: incident.resolvedWhy },
    // Two brokers may notify one paging service, and both count from 1: neither may end what the other began.
    key: `redrive-alarm-${incidentId}-${incident.firedAt.getTime().toString(36)}`,
    workspace,
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
    resolvedBy: incident.redriveId === null ? null : redriveName(incident.redriveId),
    became,
    remaining,
    evidence: inWorkspace(workspace, evidenceOf(incident, engineIn(workspace))),
  });
}

/** The title is kept in the log of notifications and read by programs. */
function titled(notice: Omit<AlarmNotice, 'title'>): AlarmNotice {
  return { ...notice, title: inEnglish(() => noticeTitle({ ...notice, title: '' })) };
}

/**
 * The end of an alarm with its cluster: a paging service closes it by its kind, and people read that nothing was put
 * right. Its own page is gone, so that it leads to the record of who detached the cluster.
 */
export function detachedNotice(incident: AlarmIncident, workspace: string, at: Date): AlarmNotice {
  return titled({
    ...noticeOf('resolved', { ...incident, resolvedAt: at }, '', workspace),
    closedWhy: 'detached',
    evidence: `/audit?${new URLSearchParams({ action: 'cluster.detach', target: workspace })}`,
  });
}

export function testNotice(now: Date): AlarmNotice {
  return titled({
    kind: 'test',
    incidentId: null,
    key: `redrive-test-${now.getTime()}`,
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
  });
}

type Said = Pick<
  AlarmNotice,
  'watch' | 'subject' | 'value' | 'threshold' | 'becauseUnknown' | 'remaining' | 'resolvedWhy' | 'became'
>;

/**
 * The title in the language of its reader: "New dead letters, group orders-billing: 412 messages (rule: 5 messages)".
 */
export function noticeTitle(notice: AlarmNotice): string {
  const { kind, workspace, because = '', closedWhy, resolvedWhy } = notice;
  if (kind === 'test') return t('Test from Redrive: alarms reach this channel');
  if (resolvedWhy === undefined) return notice.title;
  const what =
    closedWhy === 'detached'
      ? t('Closed, not resolved: {what} (cluster detached)', { what: whatOf(notice) })
      : titleOf(kind, notice);
  const title = because === '' ? what : t('{title}: {because}', { title: what, because: tell(because) });
  return workspace == null ? title : t('{workspace}: {title}', { workspace, title });
}

function titleOf(kind: Exclude<NoticeKind, 'test'>, notice: Said): string {
  const { watch, value, threshold, becauseUnknown, remaining, resolvedWhy, became } = notice;
  const what = whatOf(notice);
  if (kind === 'resolved') {
    const title = endTitle(what, notice);
    return resolvedWhy === 'expired'
      ? t('Lost: {count, number} expired: {title}', { count: became?.expired ?? 0, title })
      : t('Resolved: {title}', { title });
  }
  if (becauseUnknown === true) return inState(kind, t('{what}: unknown for too long', { what }));
  const left = value !== null && value < threshold ? remainingText(watch, remaining ?? null) : '';
  const given = { what, amount: amountText(watch, value), threshold: amountText(watch, threshold) };
  const title =
    left === ''
      ? t('{what}: {amount} (rule: {threshold})', given)
      : t('{what}: {amount} (rule: {threshold}); {left}', { ...given, left });
  return inState(kind, title);
}

function inState(kind: Exclude<NoticeKind, 'test' | 'resolved'>, title: string): string {
  if (kind === 'fired') return title;
  return kind === 'repeated' ? t('Still firing: {title}', { title }) : t('Acknowledged: {title}', { title });
}

const WHERE = {
  group: msg('{what}, group {name}'),
  topic: msg('{what}, topic {name}'),
  broker: msg('{what}, broker {name}'),
  proxy: msg('{what}, proxy {name}'),
} as const;

/** "New dead letters, group billing". */
function whatOf({ watch, subject }: Pick<AlarmNotice, 'watch' | 'subject'>): string {
  const { subject: of, says } = SIGNALS[watch];
  const what = t(says);
  return subject === ONLY_BROKER && of === 'broker' ? what : t(WHERE[of], { what, name: groupOfSubject(subject) });
}

/** Names a whole alarm with the highest value that it saw. @param until what it saw later is left out; null: now */
export function incidentTitle(incident: AlarmIncident, until: Date | null): string {
  const { watch, peak, value, threshold, becauseUnknown, resolvedAt } = incident;
  const what = whatOf(incident);
  if (becauseUnknown) return t('{what}: unknown for too long', { what });
  const wentOn = until !== null && (resolvedAt === null || resolvedAt > until);
  const highest = peak ?? value;
  if (wentOn || highest === null) return what;
  const given = { what, amount: amountText(watch, highest), threshold: amountText(watch, threshold) };
  return t('{what}: up to {amount} (rule: {threshold})', given);
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

/** How an alarm about dead letters ended: "…: consumed 400, discarded 3 by ana, accepted 2 by po". */
function endTitle(what: string, { resolvedWhy, became, remaining }: Said): string {
  if (resolvedWhy === 'cleared' && remaining != null && remaining > 0)
    return t('{what}; {remaining, plural, one {# dead letter remains} other {# dead letters remain}}', {
      ...{ what, remaining },
    });
  const isCounted = resolvedWhy === 'redriven' || resolvedWhy === 'dealt-with' || resolvedWhy === 'expired';
  return became == null || !isCounted ? what : t('{what}: {became}', { what, became: becameText(became) });
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
  const parts = [
    consumed > 0 ? t('consumed {count, number}', { count: consumed }) : null,
    discarded > 0 ? doneBy(discardedBy, discarded, DISCARDED) : null,
    accepted > 0 ? doneBy(acceptedBy, accepted, ACCEPTED) : null,
    expired > 0 ? t('expired {count, number}', { count: expired }) : null,
    elsewhere > 0 ? t('left the group {count, number}', { count: elsewhere }) : null,
  ];
  return enumerated(parts.filter((part) => part !== null));
}

const DISCARDED = [msg('discarded {count, number}'), msg('discarded {count, number} by {names}')] as const;
const ACCEPTED = [msg('accepted {count, number}'), msg('accepted {count, number} by {names}')] as const;

function doneBy(by: readonly string[], count: number, [plain, named]: typeof DISCARDED | typeof ACCEPTED): string {
  return by.length === 0 ? t(plain, { count }) : t(named, { count, names: enumerated(by) });
}
