import { z } from 'zod';
import { operation } from '../../http/operation';
import { controlGroupSchema } from '../../schemas/group-control';
import { groupShape } from './shapes';

const { group, reason } = controlGroupSchema.shape;
const output = groupShape
  .extend({ changed: z.boolean().describe('False: it was so already') })
  .meta({ id: 'ControlledGroup' });
const answer = 'The group as it is now';

export const pauseGroup = operation({
  name: 'pauseGroup',
  summary: 'Pause a group: nothing is delivered until it is resumed',
  permission: 'group:write',
  subject: { group: ({ group: name }) => name },
  effect: 'change',
  input: controlGroupSchema,
  output,
  http: { method: 'post', path: '/groups/{group}/pause', tag: 'Groups', answer },
  run: async ({ engine, actor }, control) => {
    const { group: now, changed } = await engine.groups.pause({ ...control, actor });
    return { ...now, changed };
  },
});

export const resumeGroup = operation({
  name: 'resumeGroup',
  summary: 'Resume a group: its messages are delivered again',
  permission: 'group:write',
  subject: { group: ({ group: name }) => name },
  effect: 'change',
  input: z.strictObject({ group, reason: reason.optional() }),
  output,
  http: { method: 'post', path: '/groups/{group}/resume', tag: 'Groups', answer, bodyOptional: true },
  run: async ({ engine, actor }, { reason: why = '', ...control }) => {
    const { group: now, changed } = await engine.groups.resume({ ...control, reason: why, actor });
    return { ...now, changed };
  },
});
