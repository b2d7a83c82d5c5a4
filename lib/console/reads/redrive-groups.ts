import 'server-only';
import { z } from 'zod';
import { type BrokerContext, planGroups, type SelectedGroup } from '../../broker';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { deadLetterInput, type DeadLetterInput, toFilter } from '../schemas/dead-letter-filter';

export interface SelectedGroupView extends Omit<SelectedGroup, 'firstAt' | 'lastAt'> {
  readonly firstAt: string;
  readonly lastAt: string;
}

/** A selection of several groups: one plan each. */
export const redriveGroupsRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: deadLetterInput.extend({
    several: z.literal('1'),
    set: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
      .optional(),
  }),
  run: ({ broker }, given) => groupsOf(broker, given),
  runInCluster: ({ engine }, given) => groupsOf(engine.letters, given),
});

async function groupsOf(
  broker: BrokerContext,
  { set, ...given }: DeadLetterInput & { readonly several: string; readonly set?: string | undefined },
): Promise<readonly SelectedGroupView[]> {
  const { several: _, ...filter } = given;
  const now = await databaseNow(broker.store.console);
  const groups = await planGroups(broker, { ...toFilter(filter, now), ids: set?.split(',').map(Number) });
  return groups.map(({ firstAt, lastAt, ...group }) => ({
    ...group,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}
