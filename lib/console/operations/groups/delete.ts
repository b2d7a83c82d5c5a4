import { z } from 'zod';
import { operation } from '../../http/operation';
import { deletionInBrokers } from '../../schemas/deletion';
import { groupInput } from '../../schemas/group-input';
import { ownership } from '../../schemas/ownership';

const count = z.int().min(0);
const known = count.nullable().describe('null: unknown');
const output = z
  .object({
    deleted: z.boolean(),
    empty: z.boolean().describe('It has no message in flight, waiting, dead or discarded'),
    contents: z
      .object({
        ...{ unread: known, inFlight: known, waiting: known, dead: known, discarded: count },
        ...{ redrives: count, versions: count, alarmRules: count, limits: count },
      })
      .describe('What goes with it; unread messages stay in their topics'),
    clients: z.array(z.string()).describe('Connected now'),
    blocker: z.string().nullable().describe('Why it cannot be deleted'),
    inBrokers: deletionInBrokers,
  })
  .meta({ id: 'GroupDeletion' });

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary: 'Delete a group and everything that belongs to it',
  permission: 'group:write',
  subject: { group: ({ group }) => group },
  effect: 'destructive',
  input: z.strictObject({
    group: z.string(),
    confirm: z
      .string()
      .max(200)
      .optional()
      .describe('Name of the group, to confirm; required if it is not empty, and in an attached cluster'),
    dryRun: z.boolean().optional().describe('Dry run: report what would be deleted and change nothing'),
    reason: z.string().max(500).optional().describe('Kept in the audit log; required in an attached cluster'),
    ...ownership,
  }),
  managed: { kind: 'group', name: ({ group }) => group, removes: true },
  output,
  http: { method: 'delete', path: '/groups/{group}', tag: 'Groups', answer: 'What went, or would go' },
  run: ({ engine, actor }, { reason = '', dryRun = false, ...change }) =>
    engine.groups.delete({ ...change, reason, dryRun, actor }),
});

/** Nothing is written: who may see the group may look. */
export const previewGroupDeletion = operation({
  name: 'groupDeletion',
  summary: 'What would go with a group',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  input: groupInput,
  run: ({ engine, actor }, { group }) => engine.groups.delete({ group, actor, reason: '', dryRun: true }),
});
