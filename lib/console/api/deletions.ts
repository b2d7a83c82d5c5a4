import 'server-only';
import { z } from 'zod';
import { listDeletions } from '../../broker';
import { defineRoute } from '../http/define-route';
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

export const listDeletionsRoute = defineRoute({
  method: 'get',
  path: '/deletions',
  name: 'listDeletions',
  summary: 'Deleted groups and topics whose rows are still being removed: their names are free already',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'listed',
  answers: [
    { status: 200, description: 'Oldest first; at most 100', schema: z.object({ items: z.array(deletionShape) }) },
  ],
  run: async ({ broker }) => {
    const items = await listDeletions(broker);
    return {
      status: 200,
      body: {
        items: items.map(({ deletionId, startedAt, ...row }) => ({
          ...row,
          id: deletionId,
          startedAt: startedAt.toISOString(),
        })),
      },
    };
  },
});
