import { z } from 'zod';
import { dryRunField } from '../../schemas/policy-effect';
import { operation } from '../../http/operation';
import { controlGroupSchema, makeEqualSchema, keptReason } from '../../schemas/group-control';
import { ownership } from '../../schemas/ownership';
import { savedGroupShape, toSaved } from './shapes';

const reason = controlGroupSchema.shape.reason
  .optional()
  .describe('Kept in the audit log; required unless `dryRun` is set');
const answer = 'The group as it is now, or would be';

export const revertGroup = operation({
  name: 'revertGroup',
  summary: 'Restore earlier settings of a group as a new version',
  permission: 'group:write',
  subject: { group: ({ group }) => group },
  effect: 'change',
  input: z.strictObject({
    group: z.string(),
    to: z.int().min(1).describe('Version whose settings are restored'),
    version: z.int().min(1).describe('Version that you read'),
    dryRun: dryRunField,
    reason,
    ...ownership,
  }),
  managed: { kind: 'group', name: ({ group }) => group },
  output: savedGroupShape,
  http: { method: 'post', path: '/groups/{group}/revert', tag: 'Groups', answer },
  run: async ({ engine: { groups }, actor }, { dryRun, reason: why = '', ...change }) =>
    dryRun
      ? toSaved(await groups.planRevert(change))
      : await groups.revert({ ...change, actor, reason: keptReason(why) }),
});

/** What there is only where several brokers serve a group. */
export const makeGroupEqual = operation({
  name: 'makeGroupEqual',
  summary: 'Copy the settings of a group from one broker to all others, also where the group is missing',
  permission: 'group:write',
  subject: 'system',
  effect: 'change',
  needs: 'make-group-equal',
  input: makeEqualSchema.extend({ dryRun: dryRunField, reason }),
  output: savedGroupShape,
  http: { method: 'post', path: '/groups/{group}/make-equal', tag: 'Groups', answer },
  run: async ({ engine: { groups }, actor }, { dryRun, reason: why = '', ...change }) =>
    dryRun
      ? toSaved(await groups.planMakeEqual(change))
      : await groups.makeEqual({ ...change, actor, reason: keptReason(why) }),
});
