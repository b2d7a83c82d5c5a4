import { z } from 'zod';
import { REDRIVE_VERDICTS } from '../../../model/redrive/redrive';
import { operation } from '../../http/operation';
import { listQuery, pageShape } from '../../schemas/shapes';
import { itemShape, redriveId, redriveIdOf, redriveShape, toShape } from './shapes';

const http = { method: 'get', tag: 'Re-drives' } as const;
const common = { permission: 'redrive:read', effect: 'read' } as const;

export const listRedrives = operation({
  ...common,
  name: 'listRedrives',
  summary: 'List re-drives, newest first',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().optional(), ...listQuery }),
  output: pageShape(redriveShape),
  http: { ...http, path: '/redrives', answer: 'A page' },
  run: async ({ engine }, asked) => {
    const { items, nextCursor } = await engine.redrives.list(asked);
    return { items: items.map(toShape), nextCursor };
  },
});

export const getRedrive = operation({
  ...common,
  name: 'getRedrive',
  summary: 'State and verdicts of a re-drive',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject({ id: redriveId }),
  output: redriveShape,
  http: { ...http, path: '/redrives/{id}', answer: 'The re-drive' },
  run: async ({ engine }, { id }) => toShape(await engine.redrives.get(redriveIdOf(id))),
});

export const listRedriveMessages = operation({
  ...common,
  name: 'listRedriveMessages',
  summary: 'Messages of a re-drive, each with its verdict',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject({
    id: redriveId,
    verdict: z.enum(REDRIVE_VERDICTS).optional().describe('Only messages with this verdict'),
    ...listQuery,
  }),
  output: pageShape(itemShape),
  http: { ...http, path: '/redrives/{id}/messages', answer: 'A page in release order' },
  run: ({ engine }, { id, verdict, ...page }) =>
    engine.redrives.items({
      ...{ ...page, redriveId: redriveIdOf(id) },
      verdicts: verdict === undefined ? undefined : [verdict],
    }),
});
