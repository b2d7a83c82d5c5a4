import { HIDDEN_TOPIC, readersText } from '@/lib/model/redirect/redirect';
import { redriveName } from '@/lib/model/redrive/redrive';
import type { RedirectPlanView, RedirectsPage, RedirectView } from '@/lib/console/operations/redirects/views';
import { retold } from '@/lib/model/language/retell';
import { msg, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

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
  if (row.state === 'ended') return { word: t('Ended'), more: why, tone: 'plain' };
  if (row.state === 'paused' && row.stoppedItself) return { word: t('Paused automatically'), more: why, tone: 'dlq' };
  if (row.state === 'paused')
    return { word: t('Paused by {name}', { name: row.stateBy ?? t('an operator') }), more: why, tone: 'waiting' };
  if (row.runState === 'paused')
    return { word: t('Active, waiting'), more: t('its re-drive is paused: resume the re-drive'), tone: 'waiting' };
  if (row.openCopies > 0)
    return {
      word: t('Active, waiting'),
      more: t('groups of {topic} have not processed {count, number} of the first messages sent', {
        topic: topicWords(row),
        count: row.openCopies,
      }),
      tone: 'waiting',
    };
  if (row.canaryPassedAt !== null) return { word: t('Active'), more: null, tone: 'plain' };
  const { canary, canarySent: sent, canaryConsumed: consumed } = row;
  return {
    word: sent < canary ? t('Active, sending its canary') : t('Waiting for its canary'),
    more: t('{sent, number} of {canary, number} sent, {consumed, number} consumed', { sent, canary, consumed }),
    tone: 'waiting',
  };
}

export function scopeWords({ cause, errorType }: Pick<RedirectView, 'cause' | 'errorType'>): string {
  return cause === null
    ? t('all new dead letters')
    : t('new dead letters with the cause {cause}', { cause: errorType ?? cause });
}

export function topicWords({ topic }: Pick<RedirectView, 'topic'>): string {
  return topic ?? t(HIDDEN_TOPIC);
}

type Counted = Pick<RedirectView, 'waiting' | 'stays' | 'atLeast'>;

export function waitingWords({ waiting, atLeast }: Counted): string {
  return atLeast ? t('at least {count, number}', { count: waiting }) : t('{count, number}', { count: waiting });
}

/** Below a list that ends; null: it has all. */
export function endWords({ items, more }: Pick<RedirectsPage, 'more'> & { readonly items: readonly unknown[] }) {
  return more
    ? t(
        `Only {count, plural, one {# redirect is} other {# redirects are}} shown, the open ones first. Older ended
        redirects are in the audit log.`,
        { count: items.length },
      )
    : null;
}

/** Why a statement leaves dead letters where they are (redirect-letters). */
const STAYS: readonly string[] = [
  msg('held by an operator'),
  msg('accepted by an operator'),
  msg('redirected by this redirect before'),
  msg('passed {hops} redirects, which is the limit'),
  msg('in a re-drive'),
];

/** "12 held by an operator · 3 in a re-drive"; null: none stays. */
export function staysWords({ stays, atLeast }: Counted): string | null {
  if (stays.length === 0) return atLeast ? t('unknown') : null;
  return stays
    .map((stay) => ({ count: stay.count, why: retold(STAYS, stay.why) }))
    .map(({ why, count }) =>
      atLeast ? t('{why} (at least {count, number})', { why, count }) : t('{why} ({count, number})', { why, count }),
    )
    .join(' · ');
}

/** What the dialog says before anything is made. */
export function planWords(plan: RedirectPlanView, topic: string): readonly string[] {
  const { matching, lastDay, readers, hiddenReaders } = plan;
  const perHour = Math.ceil(lastDay.count / 24);
  const groups = readers.length + hiddenReaders;
  const isFloor = (atLeast: boolean): string => (atLeast ? 'yes' : 'no');
  return [
    matching.count === 0
      ? t('No dead letter matches now; only new ones are redirected.')
      : t(
          `{isFloor, select, yes {At least {count, plural, one {# dead letter matches now and stays} other {# dead
          letters match now and stay}}} other {{count, plural, one {# dead letter matches now and stays} other {#
          dead letters match now and stay}}}}. Only new ones are redirected.`,
          { count: matching.count, isFloor: isFloor(matching.atLeast) },
        ),
    lastDay.count === 0 && !lastDay.atLeast
      ? t('None of the dead letters of the last 24 h would have been redirected.')
      : t(
          `{isFloor, select, yes {At least {count, number} of the last 24 h would have been redirected: at least
          {perHour, number} per hour.} other {{count, number} of the last 24 h would have been redirected: about
          {perHour, number} per hour.}}`,
          { count: lastDay.count, perHour, isFloor: isFloor(lastDay.atLeast) },
        ),
    ...(groups === 0
      ? []
      : [
          t(
            '{groups, plural, one {# group of {topic} gets} other {# groups of {topic} get}} a copy of each: {names}.',
            {
              ...{ groups, topic, names: readersText(readers, hiddenReaders) },
            },
          ),
        ]),
    t('A redirected message leaves the DLQ and cannot be recalled.'),
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
    return sentences(
      t('Dead letters of {group} go to {topic} again, including dead letters since the pause.', { group, topic }),
      stoppedItself ? t('The redirect starts with a canary again.') : '',
      stoppedItself && isOpen
        ? t('{redrive} is cancelled: its unsent messages stay dead letters, and the redirect sends them.', {
            redrive: redriveName(runId),
          })
        : '',
    );
  }
  return sentences(
    verb === 'end'
      ? t('Dead letters of {group} stay in the DLQ, and an ended redirect cannot be resumed.', { group })
      : t('Dead letters of {group} stay in the DLQ until the redirect is resumed.', { group }),
    t('Messages that were sent stay in {topic}.', { topic }),
  );
}

const HOUR_MS = 3_600_000;

export function hoursOf(ms: number | null): number {
  return ms === null ? 0 : Math.ceil(ms / HOUR_MS);
}
