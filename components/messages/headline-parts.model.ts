import { between, type Given, pieces, t } from '@/lib/model/language/t';
import { formatDuration } from '@/components/ui/duration.model';
import type { MessageTimeline, TimelineDelivery, WaitingBehind } from '@/lib/model/message/timeline';

/** A piece of a sentence: words, or a moment that is printed in the reader's zone. */
export type Part = string | { readonly at: string; readonly danger?: boolean } | { readonly messageId: string };

type Named = Exclude<Part, string>;

/** A sentence in the language of its reader. */
export function said<const M extends string>(message: M, ...given: Given<M, string | number | Named>): Part[] {
  return pieces<M, Named>(message, ...given).filter(
    (piece): piece is Part => typeof piece === 'string' || !('tag' in piece),
  );
}

/** Sentences, one behind the other; the ones that say nothing are left out. */
export function together(...sentences: readonly (readonly Part[])[]): Part[] {
  const space = between();
  return sentences
    .filter((sentence) => sentence.length > 0)
    .flatMap((sentence, index) => (index === 0 || space === '' ? sentence : [space, ...sentence]));
}

export type Figure = { readonly label: string; readonly tone?: 'inflight' | 'waiting' | undefined } & (
  | { readonly countTo: string }
  | { readonly text: string }
);

export interface Headline {
  readonly sentence: readonly Part[];
  readonly detail: readonly Part[];
  readonly left: Figure | null;
  readonly right: Figure | null;
}

/** What a message of an ordered group waits for. Pure. */
export function behind(
  { headId, headHeld, headAttempt, headVisibleAt, since, ahead }: WaitingBehind,
  nowMs: number,
  note: readonly Part[] = [],
): Headline {
  const head: Part = headId === null ? t('a message that is no longer in the log') : { messageId: headId };
  return {
    sentence:
      ahead === 1
        ? said('Waits behind {head} and is delivered next when that message is finished.', { head })
        : said('Waits behind {head}: {ahead, number} messages of its key are before it.', { head, ahead }),
    detail: together(
      note,
      said('This group is ordered: one message of a key at a time. The key has been busy since {at}.', {
        at: { at: since },
      }),
      headHeld
        ? said('The head is on attempt {attempt} now.', { attempt: headAttempt })
        : headVisibleAt === null
          ? []
          : headIsDue({ attempt: headAttempt, at: { at: headVisibleAt } }, Date.parse(headVisibleAt) <= nowMs),
    ),
    left: { label: t('Before it'), text: String(ahead) },
    right: null,
  };
}

function headIsDue(given: { readonly attempt: number; readonly at: Named }, isDue: boolean): Part[] {
  return isDue
    ? said('The head failed attempt {attempt}; its next attempt has been due since {at}.', given)
    : said('The head failed attempt {attempt}; its next attempt is due at {at}.', given);
}

/** The client has all of its batch; it may have acknowledged this one before its turn. Pure. */
export function fetchedNote({ deliveries }: MessageTimeline): Part[] {
  const at = deliveries.at(-1)?.ackedEarlyAt ?? null;
  return at === null
    ? said('Its client has fetched it already.')
    : said('Acknowledged at {at}, before its predecessor: final when the predecessor is finished.', { at: { at } });
}

/** Why a message that a client acknowledged is here again. Pure. */
export function restartedNote({ deliveries }: MessageTimeline): Part[] {
  return deliveries.at(-1)?.state === 'restarted'
    ? said('Acknowledged before its predecessor; delivered again because the predecessor failed.')
    : [];
}

/** Why a message is dead, behind "Dead letter since ...: ". Pure. */
export function whyDead(
  { group, maxRetries }: Pick<MessageTimeline, 'group' | 'maxRetries'>,
  cause: string | null,
  made: number,
): string {
  switch (cause) {
    case 'forwarded':
      return t('the client gave up on it.');
    case 'limit-lowered':
      return t('max retries of the group was lowered below its attempts.');
    case 'buried':
      return t('an operator moved it to the DLQ after {made, plural, one {# attempt} other {# attempts}}.', { made });
    case 'recalled':
      return t('recalled from a re-drive before any client fetched it.');
    case 'unconfirmed':
      return made > 1
        ? t('each of its {made, number} attempts timed out without an answer from the client.', { made })
        : t('its only attempt timed out without an answer from the client.');
    default:
      if (made === 0) return t('its attempts failed.');
      if (made > 1) return t('all {made, number} attempts failed.', { made });
      return maxRetries === 0
        ? t('its only attempt failed, because {group} has max retries 0.', { group })
        : t('its only attempt failed.');
  }
}

/** What to look for when no client ever answered. Pure. */
export function unconfirmedNote({ deathCause }: MessageTimeline): Part[] {
  if (deathCause !== 'unconfirmed') return [];
  return said('Its clients hung or exited while processing it, or the replies did not reach them.');
}

/** Replies that did not arrive: nothing the message or its clients did. Pure. */
export function lostNote({ deliveries, generation }: MessageTimeline): Part[] {
  const count = deliveries.filter(
    (delivery) => delivery.generation === generation && delivery.state === 'lost' && delivery.cause === 'reply-lost',
  ).length;
  if (count === 0) return [];
  return said(
    `{count, plural, one {# reply did not reach the client and does} other {# replies did not reach the client and do}}
    not count.`,
    { count },
  );
}

/** Ordered clients retry in themselves: what they reported of it is all the broker knows. */
export function own(timeline: MessageTimeline): Part[] {
  const tries = timeline.deliveries.filter(
    (delivery) => delivery.startedAt === null && delivery.generation === timeline.generation,
  ).length;
  return tries === 0
    ? []
    : said('The client reported {tries, plural, one {# attempt} other {# attempts}} that it made itself.', { tries });
}

export function assumed({ prediction }: MessageTimeline): Part[] {
  if (prediction === null) return [];
  return prediction.assumedTryMs === 0
    ? said('Times are the earliest possible: as if each attempt failed immediately.')
    : said('Times assume {duration} per attempt, the median of this message.', {
        duration: formatDuration(prediction.assumedTryMs),
      });
}

export function headNote({ waitingBehind }: MessageTimeline): Part[] {
  if (waitingBehind === null || waitingBehind.headId === null) return [];
  return said('It also waits behind {head} of its key.', { head: { messageId: waitingBehind.headId } });
}

export function consumedBy({ client, attempt, endedAt }: TimelineDelivery, of: number): Part[] {
  const at = { at: endedAt ?? '' };
  if (client === null)
    return endedAt === null
      ? said('Consumed on attempt {attempt} of {of}.', { attempt, of })
      : said('Consumed on attempt {attempt} of {of} at {at}.', { attempt, of, at });
  return endedAt === null
    ? said('Consumed by {client} on attempt {attempt} of {of}.', { client, attempt, of })
    : said('Consumed by {client} on attempt {attempt} of {of} at {at}.', { client, attempt, of, at });
}

export function wasDead(deadAt: string | null): Part[] {
  return deadAt === null ? [] : said('It was a dead letter since {at}.', { at: { at: deadAt } });
}
