import { z } from 'zod';
import { listDeletions as list } from '../../broker';
import { operation } from '../http/operation';
import { time } from '../schemas/shapes';

const count = z.int().min(0);

const deletionShape = z
  .object({
    id: z.int(),
    kind: z.enum(['group', 'topic']),
    name: z.string(),
    startedBy: z.string(),
    startedAt: time,
    removed: count.describe('Rows so far'),
    counted: count.describe('Messages that it held when it was deleted; history comes on top'),
  })
  .meta({ id: 'Deletion' });

export const listDeletions = operation({
  name: 'listDeletions',
  summary: 'Deleted groups and topics whose rows are still being removed: their names can be used again already',
  ...{ needs: 'installation', permission: 'group:read', subject: 'listed', effect: 'read' },
  input: z.strictObject({}),
  output: z.object({ items: z.array(deletionShape) }),
  http: { method: 'get', path: '/deletions', tag: 'Groups', answer: 'Oldest first; at most 100' },
  run: async ({ broker }) => ({
    items: (await list(broker)).map(({ deletionId, ...row }) => ({ ...row, id: deletionId })),
  }),
});
