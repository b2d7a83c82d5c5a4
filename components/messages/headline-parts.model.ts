import { plural } from '@/components/ui/number.model';
import type { MessageTimeline, WaitingBehind } from '@/lib/model/message/timeline';

/** A piece of a sentence: words, or a moment that is printed in the reader's zone. */
export type Part = string | { readonly at: string; readonly danger?: boolean } | { readonly messageId: string };

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
  const head: Part[] = headId === null ? ['a message that is gone from the log'] : [{ messageId: headId }];
  const state: Part[] = headHeld
    ? [` The head is on attempt ${headAttempt} now`]
    : headVisibleAt === null
      ? []
      : [
          ` The head failed attempt ${headAttempt}; its next attempt is due ` +
            `${Date.parse(headVisibleAt) <= nowMs ? 'since' : 'at'} `,
          { at: headVisibleAt },
        ];
  return {
    sentence: [
      'Waits behind ',
      ...head,
      ahead === 1 ? ': it is next when that one is finished.' : `: ${ahead} messages of its key are before it.`,
    ],
    detail: [
      ...note,
      'This group is ordered: one message of a key at a time. The key is busy since ',
      { at: since },
      '.',
      ...state,
      ...(state.length === 0 ? [] : ['.']),
    ],
    left: { label: 'Before it', text: String(ahead) },
    right: null,
  };
}

/** The client has all of its batch; it may have acknowledged this one before its turn. Pure. */
export function fetchedNote({ deliveries }: MessageTimeline): Part[] {
  const at = deliveries.at(-1)?.ackedEarlyAt ?? null;
  return at === null
    ? ['Its client has fetched it already. ']
    : ['Acknowledged at ', { at }, ', before its predecessor: final when the predecessor is finished. '];
}

/** Why a message that a client acknowledged is here again. Pure. */
export function restartedNote({ deliveries }: MessageTimeline): Part[] {
  return deliveries.at(-1)?.state === 'restarted'
    ? ['Acknowledged before its predecessor; delivered again because the predecessor failed. ']
    : [];
}

/** Why a message is dead, behind "Dead letter since ...: ". Pure. */
export function whyDead(
  { group, maxRetries }: Pick<MessageTimeline, 'group' | 'maxRetries'>,
  cause: string | null,
  made: number,
): Part[] {
  switch (cause) {
    case 'forwarded':
      return ['the client gave up on it.'];
    case 'limit-lowered':
      return ['max retries of the group was lowered below its attempts.'];
    case 'buried':
      return [`an operator moved it to the DLQ after ${plural(made, 'attempt')}.`];
    case 'recalled':
      return ['recalled from a re-drive before any client fetched it.'];
    case 'unconfirmed':
      return [
        made > 1
          ? `each of its ${made} attempts timed out without an answer from the client.`
          : 'its only attempt timed out without an answer from the client.',
      ];
    default:
      return [
        made === 0
          ? 'its attempts failed.'
          : made > 1
            ? `all ${made} attempts failed.`
            : `its only attempt failed${maxRetries === 0 ? `, because ${group} has max retries 0` : ''}.`,
      ];
  }
}

/** What to look for when no client ever answered. Pure. */
export function unconfirmedNote({ deathCause }: MessageTimeline): Part[] {
  if (deathCause !== 'unconfirmed') return [];
  return [' Its clients hung or ended with it, or the replies did not reach them.'];
}

/** Replies that did not arrive: nothing the message or its clients did. Pure. */
export function lostNote({ deliveries, generation }: MessageTimeline): Part[] {
  const count = deliveries.filter(
    (delivery) => delivery.generation === generation && delivery.state === 'lost' && delivery.cause !== 'returned',
  ).length;
  if (count === 0) return [];
  return [
    `${plural(count, 'reply', 'replies')} did not reach the client and ${count === 1 ? 'does' : 'do'} not count. `,
  ];
}
