import { causeTitle } from '@/components/causes/causes.model';
import type { AlarmCauses, AlarmHistory, AlarmMainCause, AlarmView } from '@/lib/console/operations/alarms/views';
import { amountText } from '@/lib/model/alarm/amount';
import { fingerprintOfSubject, groupOfSubject } from '@/lib/model/alarm/subject';
import { SIGNALS } from '@/lib/model/signal/signal';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { formatPart } from '@/lib/model/share';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

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
    if (alarm.resolvedAt !== null) return { label: t('Open {run}', { run: name }), href, note: null };
    if (last.state === 'stopped')
      return { label: t('Decide about {run}', { run: name }), href, note: t('Stopped by its stop rule') };
    if (OPEN_STATES.includes(last.state) || last.underWay > 0)
      return { label: t('Follow {run}', { run: name }), href, note: t('The alarm ends with its result') };
  }
  const left = alarm.remaining;
  if (alarm.resolvedAt !== null || left === 0) return show;
  const label =
    left === null
      ? t('Plan a re-drive')
      : t('Re-drive {count, plural, one {# message} other {# messages, starting with 10}}', { count: left });
  return { label, href: planHref(alarm), note: t('Opens the plan. Nothing is sent yet.') };
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
  if (left === null) return t('How many dead letters of {group} are left is unknown.', { group });
  const first = causes?.items[0];
  const given = { left, group };
  if (first === undefined || causes === null || causes.letters === 0)
    return t(`{left, plural, one {# dead letter} other {# dead letters}} of {group} not handled yet.`, given);
  const cause = first.errorType === null ? t('no reported error') : causeTitle(first);
  return causes.causes === 1
    ? t(`{left, plural, one {# dead letter} other {# dead letters}} of {group} not handled yet. Cause: {cause}.`, {
        ...given,
        cause,
      })
    : t(
        `{left, plural, one {# dead letter} other {# dead letters}} of {group} not handled yet. Main cause, {part}:
          {cause}.`,
        { ...given, cause, part: formatPart(first.count, causes.letters, 0) },
      );
}

const ENDS: Readonly<Record<string, string>> = {
  redriven: msg('All its dead letters were consumed in a re-drive.'),
  'dealt-with': msg('All its dead letters were handled.'),
  'rule-changed': msg('Not handled by an operator: its rule was changed, switched off or removed.'),
  'fired-again': msg('Continued by the next alarm: new dead letters arrived before these were handled.'),
};

function endSentence({ resolvedWhy, became, remaining }: AlarmView): string {
  if (resolvedWhy === 'expired')
    return t('Lost: {count, plural, one {# message} other {# messages}} expired before an operator handled them.', {
      count: became?.expired ?? 0,
    });
  if (resolvedWhy === 'cleared')
    return remaining !== null && remaining > 0
      ? t(
          `No new dead letters for long enough. {count, plural, one {# dead letter is} other {# dead letters are}}
            left.`,
          {
            count: remaining,
          },
        )
      : t('No dead letter is left.');
  const end = ENDS[resolvedWhy ?? ''];
  return end === undefined ? t('The alarm has ended.') : t(end);
}

/** What the alarm is about when it is not about dead letters: "412 messages, at most 900; the rule fires at 300". */
export function valueSentence({ watch, value, peak, threshold, resolvedAt, unknownSince }: AlarmView): string {
  const given = {
    what: t(SIGNALS[watch].says),
    peak: amountText(watch, peak),
    threshold: amountText(watch, threshold),
  };
  if (resolvedAt !== null) return t('{what}: ended. Peak {peak}; the rule fires at {threshold}.', given);
  return unknownSince !== null
    ? t('{what}: currently unknown. Peak {peak}; the rule fires at {threshold}.', given)
    : t('{what}: {value} now. Peak {peak}; the rule fires at {threshold}.', {
        ...given,
        value: amountText(watch, value),
      });
}

export interface BarPart {
  readonly name: 'consumed' | 'discarded' | 'accepted' | 'elsewhere' | 'expired' | 'left';
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
    { name: 'elsewhere', count: elsewhere, by: [] },
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

export type FixVerdict = 'yes' | 'part' | 'no' | 'unknown';

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
  const verdict = good + bad === 0 ? 'unknown' : bad === 0 ? 'yes' : good > 0 ? 'part' : 'no';
  return { verdict, lines };
}

function redriveLines(redrives: AlarmHistory['redrives'], consumed: number): FixLine[] {
  const names = redrives.map(({ redriveId }) => redriveName(redriveId));
  const lines: FixLine[] = [];
  if (consumed > 0)
    lines.push({
      tone: 'good',
      says: t('{count, plural, one {# message} other {# messages}} consumed in a re-drive', { count: consumed }),
      more: names.length === 0 ? t('Since the alarm fired') : enumerated(names.toReversed()),
    });
  for (const [index, { redriveId, diedAgain, selected }] of redrives.slice(0, 2).entries())
    if (diedAgain > 0)
      lines.push({
        tone: 'bad',
        says: t('{count, number} of {run} failed again', { count: diedAgain, run: redriveName(redriveId) }),
        more:
          index === 0
            ? t('{count, plural, one {# message} other {# messages}} selected', { count: selected })
            : t('{count, plural, one {# message} other {# messages}} selected, an earlier re-drive', {
                count: selected,
              }),
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
        says: t('No retry has finished since the last dead letter'),
        more: hasOther ? t('Only re-drives show it so far') : t('No evidence so far'),
      },
    ];
  return [
    {
      tone: failed === 0 ? 'good' : 'bad',
      says: t(
        '{succeeded, number} of {ended, plural, one {# retry} other {# retries}} succeeded since the last dead letter',
        { succeeded, ended },
      ),
      more: failed === 0 ? t('None failed') : t('{count, number} failed again', { count: failed }),
    },
  ];
}

function newLines(delivered: number): FixLine[] {
  if (delivered === 0) return [];
  const says = t('{count, plural, one {# new message} other {# new messages}} delivered, no new dead letter', {
    count: delivered,
  });
  return [{ tone: 'good', says, more: t('Since the last dead letter') }];
}

function versionLines(versions: AlarmMainCause['versions']): FixLine[] {
  return versions.slice(0, 2).flatMap(({ appVersion, failed }): FixLine[] => {
    if (appVersion === null) return [];
    const says = t('Version {version} reported {count, plural, one {# failure} other {# failures}}', {
      ...{ version: appVersion, count: failed },
    });
    return [{ tone: 'unknown', says, more: t('As reported by the application') }];
  });
}
