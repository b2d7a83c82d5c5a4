import 'server-only';
import { z } from 'zod';
import { groupDeadLetters } from '../../broker';
import { LETTER_GROUPINGS } from '../../model/letter-grouping';
import { defineRead } from '../http/define-read';
import { deadLetterInput } from '../schemas/dead-letter-filter';
import { readFilter } from './dead-letters';

export interface LetterGroupView {
  /** Null: they have none. */
  readonly value: string | null;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface LetterGroupsView {
  readonly items: readonly LetterGroupView[];
  /** Those beyond `items` included. */
  readonly groups: number;
  /** As in DeadLetterCausesView. */
  readonly looked: number | null;
}

/** What dead letters have in common beside their cause, most first. */
export const letterGroupsRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: deadLetterInput.extend({ by: z.enum(LETTER_GROUPINGS) }),
  ofLetters: true,
  run: async (ctx, { by, ...given }): Promise<LetterGroupsView> => {
    const { items, looked } = await groupDeadLetters(ctx.broker, await readFilter(ctx, given), by);
    return {
      items: items.map(({ value, count, firstAt, lastAt }) => ({
        ...{ value, count, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      })),
      groups: items[0]?.groups ?? 0,
      looked,
    };
  },
});
