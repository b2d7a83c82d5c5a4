import type { WaitingBehind } from '@/lib/model/timeline';
import type { Headline, Part } from './headline.model';

/** What a message of an ordered group waits for. Pure. */
export function behind(
  { headId, headHeld, headAttempt, headVisibleAt, since, ahead }: WaitingBehind,
  nowMs: number,
  note: readonly Part[] = [],
): Headline {
  const head: Part[] = headId === null ? ['a message that is gone from the log'] : [{ messageId: headId }];
  const state: Part[] = headHeld
    ? [` The head is on delivery ${headAttempt} now`]
    : headVisibleAt === null
      ? []
      : [
          ` The head failed delivery ${headAttempt}; its next try is due ` +
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
