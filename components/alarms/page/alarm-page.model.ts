import { formatCount, plural } from '@/components/ui/number.model';
import { causeTitle } from '@/components/causes/causes.model';
import type { AlarmCauses, AlarmHistory, AlarmMainCause, AlarmView } from '@/lib/console/operations/alarms/views';
import { amountText } from '@/lib/model/alarm/amount';
import { fingerprintOfSubject, groupOfSubject } from '@/lib/model/alarm/subject';
import { SIGNALS } from '@/lib/model/signal/signal';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { formatPart } from '@/lib/model/share';

const redriveName = (redriveId: number): string => `RD-${redriveId}`;

/** What is known of a part that may not be there yet. */
export function knownOf<T>(reading: Reading<T> | null | undefined): T | null {
  return reading == null ? null : valueOrNull(reading);
}

/** The one thing to do next. */
export interface NextStep {
  readonly label: string;
  readonly href: string;
  /** What the button does not do. */
  readonly note: string | null;
}

const OPEN_STATES: readonly string[] = ['running', 'paused', 'stopped'];

/** What leads on: the plan, the re-drive that is under way, or the evidence. */
export function nextStep({ alarm, redrives }: Pick<AlarmHistory, 'alarm' | 'redrives'>): NextStep {
  const { evidence, evidenceSays, watch } = alarm;
  const show: NextStep = { label: evidenceSays, href: evidence, note: null };
  const last = redrives[0];
  if (!SIGNALS[watch].ofDeadLetters) return show;
  if (last !== undefined) {
    const href = `/redrives/${last.redriveId}`;
    const name = redriveName(last.redriveId);
    if (alarm.resolvedAt !== null) return { label: `Open ${name}`, href, note: null };
    if (last.state === 'stopped') return { label: `Decide about ${name}`, href, note: 'Its stop rule stopped it' };
    if (OPEN_STATES.includes(last.state) || last.underWay > 0)
      return { label: `Follow ${name}`, href, note: 'The alarm ends by its verdict' };
  }
  const left = alarm.remaining;
  if (alarm.resolvedAt !== null || left === 0) return show;
  const label = left === null ? 'Plan a re-drive' : `Re-drive ${formatCount(left)}, starting with 10`;
  return { label, href: planHref(alarm), note: 'Opens the plan; nothing is sent yet' };
}

/** The plan, filled with what the alarm is about. */
export function planHref({ incidentId, subject }: Pick<AlarmView, 'incidentId' | 'subject'>): string {
  const cause = fingerprintOfSubject(subject);
  const set = { group: groupOfSubject(subject), ...(cause === null ? {} : { cause }), alarm: String(incidentId) };
  return `/redrives/new?${new URLSearchParams(set)}`;
}

/** "21,127 messages of orders-billing are dead, 97 % of them by PaymentGatewayTimeout: …". Null: not about them. */
export function lettersSentence(alarm: AlarmView, causes: AlarmCauses | null): string | null {
  if (!SIGNALS[alarm.watch].ofDeadLetters) return null;
  const group = groupOfSubject(alarm.subject);
  if (alarm.resolvedAt !== null) return endSentence(alarm);
  const left = alarm.remaining;
  const many = left === null ? 'How many dead letters are left is unknown' : undefined;
  if (many !== undefined) return `${many}: ${group}.`;
  const first = causes?.items[0];
  const says = `${plural(left ?? 0, 'message')} of ${group} ${left === 1 ? 'is' : 'are'} dead and not dealt with`;
  if (first === undefined || causes === null || causes.letters === 0) return `${says}.`;
  const of =
    causes.causes === 1 ? (left === 1 ? '' : 'all ') : `${formatPart(first.count, causes.letters, 0)} of them `;
  return first.errorType === null
    ? `${says}, ${of}for a reason that was not reported.`
    : `${says}, ${of}by ${causeTitle(first)}.`;
}

const ENDS: Readonly<Record<string, string>> = {
  redriven: 'All its dead letters were consumed in a re-drive.',
  'dealt-with': 'All its dead letters are dealt with.',
  'rule-changed': 'No operator dealt with it: its rule was changed, switched off or removed.',
  'fired-again': 'The next alarm goes on with it: new dead letters came before these were dealt with.',
};

function endSentence({ resolvedWhy, became, remaining }: AlarmView): string {
  if (resolvedWhy === 'expired')
    return `Lost: ${plural(became?.expired ?? 0, 'message')} expired before an operator dealt with ${became?.expired === 1 ? 'it' : 'them'}.`;
  if (resolvedWhy === 'cleared')
    return remaining !== null && remaining > 0
      ? `No new ones for long enough. ${plural(remaining, 'dead letter')} stayed behind.`
      : 'No dead letter is left.';
  return ENDS[resolvedWhy ?? ''] ?? 'It is over.';
}

/** What the alarm is about when it is not about dead letters: "412 messages, at most 900; the rule fires at 300". */
export function valueSentence({ watch, value, peak, threshold, resolvedAt, unknownSince }: AlarmView): string {
  const now =
    resolvedAt !== null ? 'It is over' : unknownSince !== null ? 'Unknown now' : `${amountText(watch, value)} now`;
  return `${SIGNALS[watch].says}: ${now}; at most ${amountText(watch, peak)}. The rule fires at ${amountText(watch, threshold)}.`;
}

export interface BarPart {
  readonly name: 'consumed' | 'discarded' | 'accepted' | 'left the group' | 'expired' | 'left';
  readonly count: number;
  readonly by: readonly string[];
}

/** Their outcomes, as parts of one bar. Null: unknown. */
export function barParts({ became, remaining }: Pick<AlarmView, 'became' | 'remaining'>): readonly BarPart[] | null {
  if (remaining === null && became === null) return null;
  const { consumed = 0, discarded = 0, accepted = 0, expired = 0, elsewhere = 0 } = became ?? {};
  const parts: readonly BarPart[] = [
    { name: 'consumed', count: consumed, by: [] },
    { name: 'discarded', count: discarded, by: became?.discardedBy ?? [] },
    { name: 'accepted', count: accepted, by: became?.acceptedBy ?? [] },
    { name: 'left the group', count: elsewhere, by: [] },
    { name: 'expired', count: expired, by: [] },
    { name: 'left', count: remaining ?? 0, by: [] },
  ];
  const always: readonly BarPart['name'][] = ['consumed', 'discarded', 'accepted', 'left'];
  return parts.filter(({ name, count }) => count > 0 || always.includes(name));
}

export interface FixLine {
  readonly tone: 'good' | 'bad' | 'unknown';
  readonly says: string;
  readonly more: string;
}

export type FixVerdict = 'Yes, so far' | 'In part' | 'No' | 'Not known yet';

interface FixEvidence {
  readonly main: AlarmMainCause | null;
  readonly causes: AlarmCauses | null;
  /** Newest first. */
  readonly redrives: AlarmHistory['redrives'];
  /** In those re-drives, since the alarm fired. */
  readonly consumed: number;
}

/** Whether what died would be consumed now: from retries, re-drives and new messages, never from a guess. */
export function fixOf({ main, causes, redrives, consumed }: FixEvidence): {
  readonly verdict: FixVerdict;
  readonly lines: readonly FixLine[];
} {
  const { succeeded, failed } = main?.outcomes ?? { succeeded: 0, failed: 0 };
  const good = succeeded + consumed;
  // An earlier attempt may have been before the fix.
  const bad = failed + (redrives[0]?.diedAgain ?? 0);
  const lines = [
    ...redriveLines(redrives, consumed),
    ...retryLines(succeeded, failed, good + bad > 0),
    ...newLines(causes?.deliveredSince ?? 0),
    ...versionLines(main?.versions ?? []),
  ];
  const verdict = good + bad === 0 ? 'Not known yet' : bad === 0 ? 'Yes, so far' : good > 0 ? 'In part' : 'No';
  return { verdict, lines };
}

function redriveLines(redrives: AlarmHistory['redrives'], consumed: number): FixLine[] {
  const names = redrives.map(({ redriveId }) => redriveName(redriveId));
  const lines: FixLine[] = [];
  if (consumed > 0)
    lines.push({
      tone: 'good',
      says: `${plural(consumed, 'message')} consumed in a re-drive`,
      more: names.length === 0 ? 'Since the alarm fired' : names.toReversed().join(', '),
    });
  for (const [index, { redriveId, diedAgain, selected }] of redrives.slice(0, 2).entries())
    if (diedAgain > 0)
      lines.push({
        tone: 'bad',
        says: `${formatCount(diedAgain)} of ${redriveName(redriveId)} died again`,
        more: `${plural(selected, 'message')} selected${index === 0 ? '' : ', an earlier attempt'}`,
      });
  return lines;
}

/** Without any other evidence it is said that there is none. */
function retryLines(succeeded: number, failed: number, hasOther: boolean): FixLine[] {
  const ended = succeeded + failed;
  if (ended === 0)
    return [
      {
        tone: 'unknown',
        says: 'No retry has ended since the last death',
        more: hasOther ? 'Only re-drives show it so far' : 'No evidence so far',
      },
    ];
  return [
    {
      tone: failed === 0 ? 'good' : 'bad',
      says: `${formatCount(succeeded)} of ${plural(ended, 'retry', 'retries')} succeeded since the last death`,
      more: failed === 0 ? 'None failed' : `${formatCount(failed)} failed again`,
    },
  ];
}

function newLines(delivered: number): FixLine[] {
  if (delivered === 0) return [];
  const says = `${plural(delivered, 'new message')} delivered, none died`;
  return [{ tone: 'good', says, more: 'Since the last death' }];
}

function versionLines(versions: AlarmMainCause['versions']): FixLine[] {
  return versions.slice(0, 2).flatMap(({ appVersion, failed }): FixLine[] => {
    if (appVersion === null) return [];
    const says = `Version ${appVersion} reported ${plural(failed, 'failure')}`;
    return [{ tone: 'unknown', says, more: 'As reported by the application' }];
  });
}
