import { formatCount, plural } from '@/components/ui/number.model';
import { HIDDEN_TOPIC, readersText } from '@/lib/model/redirect/redirect';
import { redriveName } from '@/lib/model/redrive/redrive';
import type { RedirectPlanView, RedirectsPage, RedirectView } from '@/lib/console/operations/redirects/views';

type Standing = Pick<
  RedirectView,
  | 'state'
  | 'stoppedItself'
  | 'stateBy'
  | 'stateWhy'
  | 'canary'
  | 'canarySent'
  | 'canaryConsumed'
  | 'canaryPassedAt'
  | 'runState'
  | 'openCopies'
  | 'topic'
>;

interface StateWords {
  readonly word: string;
  /** Why, or how far; null: nothing to add. */
  readonly more: string | null;
  readonly tone: 'dlq' | 'waiting' | 'plain';
}

/** What a redirect does now. Green is nothing of it: what becomes of the copies is the business of their groups. */
export function stateWords(row: Standing): StateWords {
  const why = row.stateWhy;
  if (row.state === 'ended') return { word: 'Ended', more: why, tone: 'plain' };
  if (row.state === 'paused' && row.stoppedItself) return { word: 'Paused by itself', more: why, tone: 'dlq' };
  if (row.state === 'paused') return { word: `Paused by ${row.stateBy ?? 'an operator'}`, more: why, tone: 'waiting' };
  if (row.runState === 'paused')
    return { word: 'Active, waits', more: 'its re-drive is paused: resume that one', tone: 'waiting' };
  if (row.openCopies > 0)
    return {
      word: 'Active, waits',
      more: `groups of ${topicWords(row)} have not processed ${formatCount(row.openCopies)} of the first messages sent`,
      tone: 'waiting',
    };
  if (row.canaryPassedAt !== null) return { word: 'Active', more: null, tone: 'plain' };
  const { canary, canarySent: sent, canaryConsumed: consumed } = row;
  return {
    word: sent < canary ? 'Active, sends its canary' : 'Waits for its canary',
    more: `${formatCount(sent)} of ${formatCount(canary)} sent, ${formatCount(consumed)} consumed`,
    tone: 'waiting',
  };
}

export function scopeWords({ cause, errorType }: Pick<RedirectView, 'cause' | 'errorType'>): string {
  return cause === null ? 'all new dead letters' : `new dead letters with the cause ${errorType ?? cause}`;
}

export function topicWords({ topic }: Pick<RedirectView, 'topic'>): string {
  return topic ?? HIDDEN_TOPIC;
}

type Counted = Pick<RedirectView, 'waiting' | 'stays' | 'atLeast'>;

export function waitingWords({ waiting, atLeast }: Counted): string {
  return `${atLeast ? 'at least ' : ''}${formatCount(waiting)}`;
}

/** Below a list that ends; null: it has all. */
export function endWords({ items, more }: Pick<RedirectsPage, 'more'> & { readonly items: readonly unknown[] }) {
  return more
    ? `Only ${plural(items.length, 'redirect')} are shown, the open ones first. ` +
        'Older ended redirects are in the audit log.'
    : null;
}

/** "12 held by an operator · 3 in a re-drive"; null: none stays. */
export function staysWords({ stays, atLeast }: Counted): string | null {
  if (stays.length === 0) return atLeast ? 'unknown' : null;
  return `${atLeast ? 'at least ' : ''}${stays.map(({ why, count }) => `${formatCount(count)} ${why}`).join(' · ')}`;
}

/** What the dialog says before anything is made. */
export function planWords(plan: RedirectPlanView, topic: string): readonly string[] {
  const { matching, lastDay, readers, hiddenReaders } = plan;
  const perHour = Math.ceil(lastDay.count / 24);
  const [match, stay] = matching.count === 1 ? ['matches', 'stays'] : ['match', 'stay'];
  const groups = readers.length + hiddenReaders;
  const get = groups === 1 ? 'gets' : 'get';
  const [of, about] = lastDay.atLeast ? ['At least ', 'at least'] : ['', 'about'];
  return [
    matching.count === 0
      ? 'No dead letter matches now; only new ones are redirected.'
      : `${matching.atLeast ? 'At least ' : ''}${plural(matching.count, 'dead letter')} ${match} now and ${stay}. ` +
        'Only new ones are redirected.',
    lastDay.count === 0 && !lastDay.atLeast
      ? 'None of the last 24 h is in the DLQ and would have gone.'
      : `${of}${formatCount(lastDay.count)} of the last 24 h would have gone: ` +
        `${about} ${formatCount(perHour)} per hour.`,
    ...(groups === 0
      ? []
      : [`${plural(groups, 'group')} of ${topic} ${get} a copy of each: ${readersText(readers, hiddenReaders)}.`]),
    'A redirected message leaves the DLQ and cannot be recalled.',
  ];
}

/** What a change of a redirect means, before it is made. */
export function controlWords(
  {
    group,
    stoppedItself,
    runId,
    runState,
    ...row
  }: Pick<RedirectView, 'group' | 'topic' | 'stoppedItself' | 'runId' | 'runState'>,
  verb: 'pause' | 'resume' | 'end',
): string {
  const topic = topicWords(row);
  if (verb === 'resume') {
    const isOpen = runId !== null && runState !== 'completed' && runState !== 'cancelled';
    const cancels = isOpen
      ? ` ${redriveName(runId)} is cancelled: its unsent messages stay dead letters, and the redirect takes them.`
      : '';
    const again = stoppedItself ? ` It begins with a canary again.${cancels}` : '';
    return `Dead letters of ${group} go to ${topic} again, including dead letters since the pause.${again}`;
  }
  const until = verb === 'end' ? ', and an ended redirect cannot be resumed' : ' until it is resumed';
  return `Dead letters of ${group} stay in the DLQ${until}. Messages that were sent stay in ${topic}.`;
}

const HOUR_MS = 3_600_000;

export function hoursOf(ms: number | null): number {
  return ms === null ? 0 : Math.ceil(ms / HOUR_MS);
}
