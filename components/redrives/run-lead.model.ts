import { causeHref } from '@/components/parts/names';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
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
    sentence: redrive.state === 'running' ? running(page) : wasStopped ? `${whyStopped(page)} ${sentence}` : sentence,
    detail: [...(redrive.failing === null ? [] : WHILE_FAILING), ...reasons(page)],
    steps,
  };
}

/** What happens then, and what is safe. */
const WHILE_FAILING: readonly string[] = [
  `Tried again every ${formatDuration(FAILED_RESTS_MS)} until it works`,
  'What is not released stays a dead letter: pause or cancel at any time',
];

function running({ redrive, progress, groupPaused }: Page): string {
  const { counts, care, phase, heldDelayMs } = redrive;
  if (groupPaused !== null)
    return `Holds: ${redrive.group} is paused by ${groupPaused.by}. Continues when the group is resumed.`;
  if (redrive.failing !== null) return runState(redrive).sentence;
  if (heldDelayMs !== null) {
    const limit = care.abort?.delayP95Ms ?? 0;
    const wait = `${formatDuration(heldDelayMs)}, more than ${formatDuration(limit)}`;
    return `Held: live messages of ${redrive.group} wait ${wait}. Continues by itself.`;
  }
  if (phase !== 'canary' || care.canary === null) {
    const { sentence } = runState(redrive);
    return care.canary === null || phase === 'releasing' ? sentence : `The canary passed. ${sentence}`;
  }
  const good = progress.verdicts - progress.failed;
  const size = Math.min(care.canary, counts.selected);
  const failed = progress.failed === 0 ? '' : `, ${formatCount(progress.failed)} failed`;
  const rest = unreleasedOf(counts);
  const waits = rest === 0 ? '' : ` ${formatCount(rest)} wait for their verdicts.`;
  return `Canary: ${formatCount(good)} of ${formatCount(size)} first deliveries consumed${failed}.${waits}`;
}

function stopped(page: Page): RunLead {
  const { redrive } = page;
  const { counts, stop, care } = redrive;
  const unreleased = unreleasedOf(counts);
  const onlyCanary = stop?.rule !== 'first-deliveries-failed' && counts.released <= (care.canary ?? 0);
  const rest = onlyCanary
    ? 'Nothing else was released.'
    : `${plural(unreleased, 'message')} ${unreleased === 1 ? 'is' : 'are'} not released.`;
  return {
    tone: 'waiting',
    sentence: `${whyStopped(page)} Stopped by the rule. ${rest}`,
    detail: reasons(page),
    steps: [...whenStopped(page), ...alarmStep(page)],
  };
}

/** "First deliveries failed: 10 of 10, same cause." */
function whyStopped({ redrive, progress }: Pick<Page, 'redrive' | 'progress'>): string {
  const { stop, care } = redrive;
  if (stop?.rule === 'not-fetched') return `No client fetched for ${formatDuration(care.abort?.unfetchedMs ?? 0)}.`;
  const same = sameness(progress.causes);
  const window = stop?.rule === 'first-deliveries-failed';
  const failed = window ? (stop?.failed ?? 0) : progress.failed;
  const of = window ? `the last ${formatCount(stop?.of ?? 0)}` : formatCount(progress.verdicts);
  return `First deliveries failed: ${formatCount(failed)} of ${of}${same === null ? '' : `, ${same}`}.`;
}

/** Why an operator ends a run or continues it, as its page says: the reason that a dialog suggests. */
export function controlReason(page: Pick<Page, 'redrive' | 'progress'>): string {
  const { redrive, progress } = page;
  const most = progress.causes.find(({ causeKey }) => causeKey !== null);
  const cause = most === undefined ? '' : ` ${most.errorType}: ${most.text}`.slice(0, 300);
  if (redrive.stop !== null) return `${whyStopped(page)}${cause}`;
  const { released, consumed } = redrive.counts;
  const failed =
    progress.failed === 0 ? '' : `, ${plural(progress.failed, 'first delivery', 'first deliveries')} failed`;
  return `${formatCount(consumed)} of ${formatCount(released)} released consumed${failed}.${cause}`;
}

function sameness(causes: Page['progress']['causes']): string | null {
  const known = causes.filter(({ causeKey }) => causeKey !== null);
  const [only] = known;
  if (only === undefined) return causes.length === 0 ? null : 'no reason reported';
  if (known.length > 1) return `${known.length} causes`;
  return only.same === only.count ? 'same cause' : isNew(only) ? 'a new cause' : 'one cause';
}

/** What is not known to be another cause than before is not called new. */
const isNew = ({ other, count }: Cause): boolean => other === count;

/** The causes in words, and how many failures have none. */
function reasons({ progress }: Page): string[] {
  const known = progress.causes.filter(({ causeKey }) => causeKey !== null);
  const unreported = progress.causes.find(({ causeKey }) => causeKey === null)?.count ?? 0;
  const [most] = known;
  return [
    most === undefined ? null : `${formatCount(most.count)}: ${most.errorType}: ${most.text}`,
    known.length < 2 ? null : `and ${plural(known.length - 1, 'other cause')}`,
    unreported === 0 ? null : `${formatCount(unreported)} ${unreported === 1 ? 'has' : 'have'} no reported reason`,
  ].filter((part) => part !== null);
}

function whenStopped(page: Page): NextStep[] {
  const { redrive, recallNotOffered } = page;
  const waiting = redrive.counts.notYetFetched;
  const { canary } = redrive.care;
  const unreleased = unreleasedOf(redrive.counts);
  const recall: NextStep = {
    id: 'recall',
    title: 'Take the rest back',
    text: `${formatCount(waiting)} go back to dead letters as they were. What a client has fetched stays with it.`,
    label: `Recall ${formatCount(waiting)} not fetched…`,
    href: null,
  };
  return [
    ...(recallNotOffered === null ? [recall] : []),
    ...causeStep(page),
    {
      id: 'again',
      title: 'Try again',
      text: `With the same rule, and with evidence from now on only. The rest keeps waiting.`,
      label: canary === null ? 'Continue…' : `Release another ${formatCount(Math.min(canary, unreleased))}…`,
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
      title: 'Leave this cause out',
      text: `${formatCount(rest.others)} of the ${formatCount(rest.rest)} not released have another cause.`,
      label: `Plan ${formatCount(rest.others)} without this cause${href === null ? '…' : ''}`,
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
      title: isNew(cause) ? 'View the new cause' : 'View the cause',
      text: `${cause.errorType ?? ''}: ${cause.text ?? ''}`,
      label: isNew(cause) ? 'Open the new cause' : 'Open the cause',
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
      title: 'What died again',
      text: 'They are dead letters once more. Find out why before you send them again.',
      label: `Re-drive the ${formatCount(counts.diedAgain)} that died again`,
      href: `/redrives/new?${new URLSearchParams({ group, redrive: String(redriveId), verdict: 'died-again' })}`,
    });
  }
  steps.push(...withoutStep(page, planWithoutCause(page)));
  if (progress.failed > 0 && (counts.diedAgain > 0 || counts.retrying > 0)) steps.push(...causeStep(page));
  if (back > 0 || (isDecided(counts) && counts.diedAgain === 0)) {
    const text = back > 0 ? `${formatCount(back)} came back or were never released.` : 'This set is dealt with.';
    const href = `/dead-letters?${new URLSearchParams({ group })}`;
    steps.push({ id: 'rest', title: 'What remains', text, label: `Dead letters of ${group}`, href });
  }
  return [...steps, ...alarmStep(page)];
}

function alarmStep({ alarms }: Page): NextStep[] {
  const alarm = alarms.find(({ open }) => open);
  if (alarm === undefined) return [];
  const text = 'It stays open until its letters are consumed, discarded or accepted.';
  return [{ id: 'alarm', title: 'The alarm', text, label: 'Open the alarm', href: `/alarms/${alarm.incidentId}` }];
}
