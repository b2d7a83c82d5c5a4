import 'server-only';
import { z } from 'zod';
import { type ControlGroupInput, pauseGroup, resumeGroup } from '../../broker';
import type { ApiRoute } from '../http/define-route';
import { defineRoute } from '../http/define-route';
import type { ConsoleContext } from '../http/context';
import { toGroupView } from '../reads/groups';
import { controlGroupSchema } from '../schemas/group-control';
import { groupShape } from './groups';

const params = z.strictObject({ group: z.string() });
const reason = controlGroupSchema.shape.reason;

function control(
  verb: 'pause' | 'resume',
  summary: string,
  run: (broker: ConsoleContext['broker'], input: ControlGroupInput) => ReturnType<typeof pauseGroup>,
): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/groups/{group}/${verb}`,
    name: `${verb}Group`,
    summary,
    tag: 'Groups',
    permission: 'group:write',
    params,
    body: z.strictObject({ reason: verb === 'pause' ? reason : reason.optional() }),
    bodyOptional: verb === 'resume',
    answers: [
      {
        status: 200,
        description: 'The group as it is now',
        schema: groupShape
          .extend({ changed: z.boolean().describe('False: it was so already') })
          .meta({ id: 'ControlledGroup' }),
      },
    ],
    run: async ({ broker, actor }, { params: { group: name }, body }) => {
      const { group, changed } = await run(broker, { name, actor, reason: body.reason ?? '' });
      return { status: 200, body: { ...toGroupView(group), changed } };
    },
  });
}

export const pauseGroupRoute = control('pause', 'Hand out no message of the group until it is resumed', pauseGroup);
export const resumeGroupRoute = control('resume', 'Hand out messages of the group again', resumeGroup);
