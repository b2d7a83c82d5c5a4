import { causeHref } from '@/components/parts/names';
import { formatDuration } from '@/components/ui/duration.model';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import { FAILED_RESTS_MS, isDecided } from '@/lib/model/redrive/redrive';
import { runState, unreleasedOf } from './verdicts.model';

export type StepId = 'recall' | 'cause' | 'again' | 'without' | 'alarm' | 'rest' | 'died';

/** What an operator may do next. */
export interface NextStep {
  readonly id: StepId;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** Null: a button with a dialog. */
  readonly href: string | null;
}

export interface RunLead {
  readonly tone: 'plain' | 'waiting' | 'dlq' | 'commit';
  /** The fact that matters now. */
  readonly sentence: string;
  readonly detail: readonly string[];
  readonly steps: readonly NextStep[];
}

type Page = Pick<
  RedrivePage,
  'redrive' | 'progress' | 'rest' | 'alarms' | 'groupPaused' | 'recallNotOffered' | 'plannable'
>;
type Cause = Page['progress']['causes'][number];

/** What the page of a run says first, and what it offers. Pure; never ahead of the verdicts. */
export function runLead(page: Page): RunLead {
  const { redrive } = page;
  if (redrive.state === 'stopped' && redrive.stop !== null) return stopped(page);
  const { sentence, tone } = runState(redrive);
  const steps = redrive.state === 'running' || redrive.state === 'paused' ? [] : afterwards(page);
  const wasStopped = redrive.state === 'cancelled' && redrive.stop !== null;
  return {
    tone: tone === 'commit' ? 'commit' : tone === 'dlq' ? 'dlq' : redrive.heldAt === null ? 'plain' : 'waiting',
    sentence:
      redrive.state === 'running' ? running(page) : wasStopped ? sentences(whyStopped(page), sentence) : sentence,
    detail: [...(redrive.failing === null ? [] : whileFailing()), ...reasons(page)],
    steps,
  };
}

/** What happens then, and what is safe. */
function whileFailing(): readonly string[] {
  return [
    t('Retried every {time} until it succeeds', { time: formatDuration(FAILED_RESTS_MS) }),
    t('Messages that are not released stay dead letters: pause or cancel at any time'),
  ];
}

function running({ redrive, progress, groupPaused }: Page): string {
  const { counts, care, phase, heldDelayMs } = redrive;
  if (groupPaused !== null)
    return t('Waiting: {group} is paused by {by}. The run continues when the group is resumed.', {
      group: redrive.group,
      by: groupPaused.by,
    });
  if (redrive.failing !== null) return runState(redrive).sentence;
  if (heldDelayMs !== null) {
    return t('Held: live messages of {group} wait {time} (limit: {limit}). The run continues automatically.', {
      group: redrive.group,
      time: formatDuration(heldDelayMs),
      limit: formatDuration(care.abort?.delayP95Ms ?? 0),
    });
  }
  if (phase !== 'canary' || care.canary === null) {
    const { sentence } = runState(redrive);
    return care.canary === null || phase === 'releasing' ? sentence : sentences(t('The canary passed.'), sentence);
  }
  const good = progress.verdicts - progress.failed;
  const size = Math.min(care.canary, counts.selected);
  const rest = unreleasedOf(counts);
  return sentences(
    progress.failed === 0
      ? t('Canary: {good, number} of {size, number} first deliveries consumed.', { good, size })
      : t('Canary: {good, number} of {size, number} first deliveries consumed, {failed, number} failed.', {
          ...{ good, size, failed: progress.failed },
        }),
    rest === 0
      ? ''
      : t('{rest, plural, one {# message waits} other {# messages wait}} for the verdicts of the canary.', { rest }),
  );
}

function stopped(page: Page): RunLead {
  const { redrive } = page;
  const { counts, stop, care } = redrive;
  const unreleased = unreleasedOf(counts);
  const onlyCanary = stop?.rule !== 'first-deliveries-failed' && counts.released <= (care.canary ?? 0);
  const rest = onlyCanary
    ? t('Nothing else was released.')
    : t('{unreleased, plural, one {# message is} other {# messages are}} not released.', { unreleased });
  return {
    tone: 'waiting',
    sentence: sentences(whyStopped(page), t('Stopped by the rule.'), rest),
    detail: reasons(page),
    steps: [...whenStopped(page), ...alarmStep(page)],
  };
}

/** "First deliveries failed: 10 of 10, same cause." */
function whyStopped({ redrive, progress }: Pick<Page, 'redrive' | 'progress'>): string {
  const { stop, care } = redrive;
  if (stop?.rule === 'not-fetched')
    return t('No client fetched for {time}.', { time: formatDuration(care.abort?.unfetchedMs ?? 0) });
  const sameness = samenessOf(progress.causes);
  return stop?.rule === 'first-deliveries-failed'
    ? t(
        `First deliveries failed: {failed, number} of the last {of, number}{sameness, select, none {} unreported {, no
        cause reported} same {, same cause} new {, a new cause} one {, one cause} other {, several causes}}.`,
        { failed: stop.failed, of: stop.of, sameness },
      )
    : t(
        `First deliveries failed: {failed, number} of {of, number}{sameness, select, none {} unreported {, no cause
        reported} same {, same cause} new {, a new cause} one {, one cause} other {, several causes}}.`,
        { failed: progress.failed, of: progress.verdicts, sameness },
      );
}

/** Why an operator ends a run or continues it, as its page says: the reason that a dialog suggests. */
export function controlReason(page: Pick<Page, 'redrive' | 'progress'>): string {
  const { redrive, progress } = page;
  const most = progress.causes.find(({ causeKey }) => causeKey !== null);
  const cause = most === undefined ? '' : `${most.errorType}: ${most.text}`.slice(0, 300);
  if (redrive.stop !== null) return sentences(whyStopped(page), cause);
  const { released, consumed } = redrive.counts;
  const { failed } = progress;
  return sentences(
    t(
      `{consumed, number} of {released, number} released messages consumed{failed, plural, =0 {} one {, # first delivery
      failed} other {, # first deliveries failed}}.`,
      { consumed, released, failed },
    ),
    cause,
  );
}

function samenessOf(causes: Page['progress']['causes']): 'none' | 'unreported' | 'same' | 'new' | 'one' | 'several' {
  const known = causes.filter(({ causeKey }) => causeKey !== null);
  const [only] = known;
  if (only === undefined) return causes.length === 0 ? 'none' : 'unreported';
  if (known.length > 1) return 'several';
  return only.same === only.count ? 'same' : isNew(only) ? 'new' : 'one';
}

/** What is not known to be another cause than before is not called new. */
const isNew = ({ other, count }: Cause): boolean => other === count;

/** The causes in words, and how many failures have none. */
function reasons({ progress }: Page): string[] {
  const known = progress.causes.filter(({ causeKey }) => causeKey !== null);
  const unreported = progress.causes.find(({ causeKey }) => causeKey === null)?.count ?? 0;
  const [most] = known;
  return [
    most === undefined
      ? null
      : t('{count, number} failed with {cause}', { count: most.count, cause: `${most.errorType}: ${most.text}` }),
    known.length < 2
      ? null
      : t('{count, plural, one {# other cause} other {# other causes}}', { count: known.length - 1 }),
    unreported === 0
      ? null
      : t('{unreported, plural, one {# failure} other {# failures}} without a reported cause', { unreported }),
  ].filter((part) => part !== null);
}

function whenStopped(page: Page): NextStep[] {
  const { redrive, recallNotOffered } = page;
  const waiting = redrive.counts.notYetFetched;
  const { canary } = redrive.care;
  const unreleased = unreleasedOf(redrive.counts);
  const recall: NextStep = {
    id: 'recall',
    title: t('Recall the rest'),
    text: t(
      `{waiting, plural, one {# message goes} other {# messages go}} back to the DLQ unchanged. Messages that a client
      has fetched are not recalled.`,
      { waiting },
    ),
    label: t('Recall {waiting, number} not fetched…', { waiting }),
    href: null,
  };
  return [
    ...(recallNotOffered === null ? [recall] : []),
    ...causeStep(page),
    {
      id: 'again',
      title: t('Continue'),
      text: t('With the same rule. Only deliveries from now on count.'),
      label:
        canary === null
          ? t('Continue…')
          : t('Release another {count, number}…', { count: Math.min(canary, unreleased) }),
      href: null,
    },
    ...withoutStep(page, null),
  ];
}

/** The plan of what such a run did not release, without the cause that stopped it. */
export function planWithoutCause({ redrive, rest, plannable }: Pick<Page, 'redrive' | 'rest' | 'plannable'>): string {
  const { group, redriveId } = redrive;
  const verdict = (['cancelled', 'recalled'] as const).filter((one) => plannable.includes(one)).join(',');
  const without = rest?.fingerprint ?? '';
  return `/redrives/new?${new URLSearchParams({ group, redrive: String(redriveId), verdict, without })}`;
}

function withoutStep({ rest }: Page, href: string | null): NextStep[] {
  if (rest === null) return [];
  return [
    {
      id: 'without',
      title: t('Leave this cause out'),
      text: t(
        `{others, number} of {rest, plural, one {# message that is not released has} other {# messages that are not
        released have}} another cause.`,
        rest,
      ),
      label:
        href === null
          ? t('Plan {others, number} without this cause…', rest)
          : t('Plan {others, number} without this cause', rest),
      href,
    },
  ];
}

function causeStep({ redrive, progress }: Page): NextStep[] {
  const cause = progress.causes.find(({ causeKey }) => causeKey !== null);
  if (cause === undefined || cause.causeKey === null) return [];
  return [
    {
      id: 'cause',
      title: isNew(cause) ? t('New cause') : t('Cause'),
      text: `${cause.errorType ?? ''}: ${cause.text ?? ''}`,
      label: isNew(cause) ? t('Open the new cause') : t('Open the cause'),
      href: causeHref({ key: cause.causeKey, group: redrive.group }),
    },
  ];
}

/** A run that releases nothing more says what remains. */
function afterwards(page: Page): NextStep[] {
  const { redrive, progress, plannable } = page;
  const { counts, group, redriveId } = redrive;
  const back = counts.cancelled + counts.recalled;
  const steps: NextStep[] = [];
  if (counts.diedAgain > 0 && plannable.includes('died-again')) {
    steps.push({
      id: 'died',
      title: t('Failed again'),
      text: t('These messages are dead letters again. Fix the cause before you re-drive them.'),
      label: t('Re-drive the {count, number} that failed again', { count: counts.diedAgain }),
      href: `/redrives/new?${new URLSearchParams({ group, redrive: String(redriveId), verdict: 'died-again' })}`,
    });
  }
  steps.push(...withoutStep(page, planWithoutCause(page)));
  if (progress.failed > 0 && (counts.diedAgain > 0 || counts.retrying > 0)) steps.push(...causeStep(page));
  if (back > 0 || (isDecided(counts) && counts.diedAgain === 0)) {
    const text =
      back > 0
        ? t('{back, plural, one {# message was} other {# messages were}} recalled or never released.', { back })
        : t('Nothing left to re-drive.');
    const href = `/dead-letters?${new URLSearchParams({ group })}`;
    steps.push({ id: 'rest', title: t('Remaining'), text, label: t('Dead letters of {group}', { group }), href });
  }
  return [...steps, ...alarmStep(page)];
}

function alarmStep({ alarms }: Page): NextStep[] {
  const alarm = alarms.find(({ open }) => open);
  if (alarm === undefined) return [];
  const text = t('The alarm stays open until its dead letters are consumed, discarded or accepted.');
  const href = `/alarms/${alarm.incidentId}`;
  return [{ id: 'alarm', title: t('Alarm'), text, label: t('Open the alarm'), href }];
}
