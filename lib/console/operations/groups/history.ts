import { z } from 'zod';
import { time } from '../../schemas/shapes';
import { operation } from '../../http/operation';
import { groupSettingsShape } from '../../schemas/group';

const count = z.int().min(0);
const versionShape = z.object({
  ...groupSettingsShape,
  version: z.int(),
  actor: z.string(),
  reason: z.string().nullable(),
  at: time,
  use: z
    .object({ delivered: count.nullable(), redelivered: count.nullable(), died: count.nullable() })
    .nullable()
    .describe('First deliveries, retries and deaths while it was in use; null: no history is kept of that time'),
});

export const listGroupVersions = operation({
  name: 'listGroupVersions',
  summary: 'Versions of the settings of a group, with what happened while each was in use',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  input: z.strictObject({ group: z.string() }),
  output: z.object({ items: z.array(versionShape) }).meta({ id: 'GroupHistory' }),
  http: { method: 'get', path: '/groups/{group}/history', tag: 'Groups', answer: 'Newest first, at most 200' },
  run: async ({ engine }, { group }) => {
    const { versions } = await engine.groups.history(group);
    return { items: versions.map(({ settings, ...version }) => ({ ...settings, ...version })) };
  },
});
