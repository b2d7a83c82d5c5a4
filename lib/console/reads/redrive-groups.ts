import 'server-only';
import { z } from 'zod';
import { planGroups, type SelectedGroup } from '../../broker';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { deadLetterInput, toFilter } from '../schemas/dead-letter-filter';

export interface SelectedGroupView extends Omit<SelectedGroup, 'firstAt' | 'lastAt'> {
  readonly firstAt: string;
  readonly lastAt: string;
}

/** A selection of several groups: one plan each. */
export const redriveGroupsRead = defineRead({
  permission: 'dead-letter:read',
  input: deadLetterInput.extend({
    several: z.literal('1'),
    set: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
      .optional(),
  }),
  run: async ({ broker, store }, given): Promise<readonly SelectedGroupView[]> => {
    const { several: _, set, ...filter } = given;
    const now = await databaseNow(store.console);
    const groups = await planGroups(broker, { ...toFilter(filter, now), ids: set?.split(',').map(Number) });
    return groups.map(({ firstAt, lastAt, ...group }) => ({
      ...group,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }));
  },
});
