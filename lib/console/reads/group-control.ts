import 'server-only';
import { z } from 'zod';
import { deleteGroup, type GroupDeletion, type OffsetReset, resetOffset } from '../../broker';
import { systemActor } from '../../model/actor';
import { defineRead } from '../http/define-read';
import { offsetToSchema, toOffset } from '../schemas/group-control';
import { groupInput } from './group';

/** A dry run writes nothing: no operator stands behind it. */
const preview = { actor: systemActor('preview'), reason: '', dryRun: true } as const;

/** What a reset of the position would skip and repeat. */
export const groupOffsetRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput.extend({ to: offsetToSchema, topic: z.string().max(200).optional() }),
  run: ({ broker }, { group, to, topic }): Promise<OffsetReset> =>
    resetOffset(broker, { ...preview, name: group, to: toOffset(to), topic }),
});

/** What would go with a group. */
export const groupDeletionRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: ({ broker }, { group }): Promise<GroupDeletion> => deleteGroup(broker, { ...preview, name: group }),
});
