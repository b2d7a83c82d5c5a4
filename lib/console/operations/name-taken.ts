import { z } from 'zod';
import { operation } from '../http/operation';

/** For a form, while a name is typed: the refusal that a save would meet. */
export const nameTaken = operation({
  name: 'nameTaken',
  summary: 'Whether a topic or a group has this name already',
  permission: 'group:read',
  subject: 'listed',
  effect: 'read',
  input: z.strictObject({ kind: z.enum(['topic', 'group']), name: z.string().min(1).max(255) }),
  run: async ({ engine: { topics, groups } }, { kind, name }) => ({
    taken: await (kind === 'topic' ? topics : groups).has(name),
  }),
});
