import 'server-only';
import { z } from 'zod';
import { planExtend, planLetters } from '../../broker';
import type { LetterPlan } from '../../model/letter-change';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { atMoments, type DeadLetterInput, deadLetterInput } from '../schemas/dead-letter-filter';
import { toSelection } from '../schemas/letter-selection';
import { readAhead } from '../../model/time-range';

export interface LetterPlanView extends Omit<LetterPlan, 'until'> {
  /** For the change itself: the set that was counted. Null: rows that were ticked, or all of the group. */
  readonly filter: Omit<DeadLetterInput, 'group'> | null;
  readonly until: string | null;
}

/** What a change would take and leave, and why, before an operator confirms it. */
export const letterPlanRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: deadLetterInput.extend({
    verb: z.enum(['discard', 'hold', 'release', 'extend', 'accept', 'unaccept']),
    group: z.string().min(1).max(200),
    /** Numbers of dead letters, with commas; without it: all that match the filter. */
    set: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
      .optional(),
    /** Of an extension: "24h" from now. */
    until: z.string().max(40).optional(),
  }),
  ofLetters: true,
  run: async ({ broker, store }, { verb, set, until, ...given }): Promise<LetterPlanView> => {
    const now = await databaseNow(store.console);
    const moment = readAhead('until', until, now) ?? null;
    const { group, ...filter } = atMoments(given, now);
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const what =
      set === undefined
        ? isFiltered
          ? { filter }
          : { all: true as const }
        : { deadLetterIds: set.split(',').map(Number) };
    const { throughId: _, ...selection } = toSelection({ group: group ?? '', throughId: 0, ...what });
    const plan =
      verb === 'extend' && moment !== null
        ? await planExtend(broker, selection, moment)
        : await planLetters(broker, verb, selection, moment);
    const isFilter = set === undefined && isFiltered;
    return { ...plan, filter: isFilter ? filter : null, until: moment?.toISOString() ?? null };
  },
});
