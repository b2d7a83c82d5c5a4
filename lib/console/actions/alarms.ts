'use server';

import { z } from 'zod';
import {
  acknowledgeAlarm,
  createAlarmRule,
  deleteAlarmRule,
  previewRule,
  silenceAlarm,
  unsilenceAlarm,
  updateAlarmRule,
} from '../../broker';
import { defineAction } from '../http/define-action';
import { action } from '../http/operation';
import {
  createAlarmChannel,
  deleteAlarmChannel,
  putAlarmChannel,
  testAlarmChannel,
} from '../operations/alarms/channels';
import { rowId } from '../schemas/row-id';
import { alarmRuleSchema } from '../schemas/alarm';
import { reasonSchema } from '../schemas/group';

const taken = { incidentId: rowId, reason: reasonSchema };
const version = rowId;

export const createAlarmChannelAction = action(createAlarmChannel);
export const putAlarmChannelAction = action(putAlarmChannel);
export const deleteAlarmChannelAction = action(deleteAlarmChannel);
export const testAlarmChannelAction = action(testAlarmChannel);

export const acknowledgeAlarmAction = defineAction({
  permission: 'alarm:acknowledge',
  subject: { alarm: ({ incidentId }) => incidentId },
  input: z.strictObject(taken),
  ofLetters: true,
  run: ({ broker, actor }, input) => acknowledgeAlarm(broker, { ...input, actor }),
});

export const silenceAlarmAction = defineAction({
  permission: 'alarm:silence',
  subject: { alarm: ({ incidentId }) => incidentId },
  input: z.strictObject({ ...taken, forMs: z.int() }),
  ofLetters: true,
  run: async ({ broker, actor }, input) => {
    await silenceAlarm(broker, { ...input, actor });
  },
});

export const unsilenceAlarmAction = defineAction({
  permission: 'alarm:silence',
  subject: { alarm: ({ incidentId }) => incidentId },
  input: z.strictObject(taken),
  ofLetters: true,
  run: ({ broker, actor }, input) => unsilenceAlarm(broker, { ...input, actor }),
});

export const saveAlarmRuleAction = defineAction({
  permission: 'alarm:write',
  subject: 'system',
  input: z.strictObject({
    rule: alarmRuleSchema,
    reason: reasonSchema,
    existing: z.strictObject({ ruleId: rowId, version }).nullable(),
  }),
  ofLetters: true,
  run: async ({ broker, actor }, { rule, reason, existing }) => {
    const saved =
      existing === null
        ? await createAlarmRule(broker, rule, { reason, actor })
        : await updateAlarmRule(broker, existing.ruleId, rule, { reason, actor, version: existing.version });
    return { ruleId: saved.ruleId };
  },
});

export const deleteAlarmRuleAction = defineAction({
  permission: 'alarm:write',
  subject: 'system',
  input: z.strictObject({ ruleId: rowId, version, reason: reasonSchema }),
  ofLetters: true,
  run: ({ broker, actor }, { ruleId, ...input }) => deleteAlarmRule(broker, ruleId, { ...input, actor }),
});

export const previewAlarmRuleAction = defineAction({
  permission: 'alarm:read',
  subject: 'system',
  input: alarmRuleSchema,
  ofLetters: true,
  run: ({ broker }, rule) => previewRule(broker, rule),
});
