import { z } from 'zod';
import { CHANNEL_KINDS } from '../../model/alarm/channel';
import { createTeam } from '../operations/accounts/teams';
import { createAlarmChannel } from '../operations/alarms/channels';
import { createAlarmRule } from '../operations/alarms/rules';
import { putDeadLetterRetention } from '../operations/dead-letters/retention';
import { putGroup } from '../operations/groups/put';
import { putLimit } from '../operations/limits/limits';
import { putMasking, putProducerRetry } from '../operations/settings/settings';
import { CLUSTER_TOPIC_TYPES } from '../schemas/topic';
import { memberFields } from '../schemas/team';

/** Of a change, and not of what it changes. */
const CHANGE = { version: true, reason: true, managedBy: true, override: true } as const;
const byName = <Entry extends z.ZodType>(entry: Entry) =>
  z.record(z.string(), entry.nullable().describe('null: nothing but that it is there')).optional();

const { config, enabled } = createAlarmChannel.input.shape;
const rule = createAlarmRule.input
  .omit({ reason: true, managedBy: true, override: true, channelIds: true })
  .extend({ channels: z.array(z.string()).nullable().describe('Names of alarm channels; null: every channel') });

/** What "redrive apply" reads and "redrive export" writes: the fields of the operations that it calls. */
export const configFile = z.strictObject({
  redrive: z.literal(1).describe('The form of this file'),
  topics: byName(
    z
      .strictObject({
        type: z.enum(CLUSTER_TOPIC_TYPES),
        queues: z.number().describe('Only grows'),
        liteExpirationMinutes: z.number().describe('Of a LITE topic; set when it is created'),
      })
      .partial(),
  ),
  groups: byName(putGroup.input.omit({ ...CHANGE, group: true, dryRun: true })),
  limits: z.array(putLimit.input.omit(CHANGE).partial().required({ kind: true, scope: true })).optional(),
  alarmChannels: byName(
    z
      .strictObject({
        ...{ kind: z.enum(CHANNEL_KINDS), config, enabled },
        secret: z
          .string()
          .regex(/^\$\{env:[A-Za-z_]\w*\}$/)
          .describe('A reference to the environment of "redrive apply", as ${env:OPS_SECRET}'),
      })
      .partial(),
  ),
  alarmRules: z.array(rule.partial().required({ watch: true })).optional(),
  teams: byName(
    z
      .strictObject({ prefixes: createTeam.input.shape.prefixes, members: z.array(z.strictObject(memberFields)) })
      .partial(),
  ),
  deadLetterRetention: putDeadLetterRetention.input.pick({ keepHours: true }).partial().optional(),
  producerRetry: putProducerRetry.input.omit(CHANGE).optional(),
  masking: putMasking.input.pick({ rules: true }).partial().optional(),
});

/** For editors. */
export function configSchema(): object {
  return { title: 'Redrive configuration', ...z.toJSONSchema(configFile, { io: 'input', unrepresentable: 'any' }) };
}
