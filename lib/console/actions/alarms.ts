'use server';

import { z } from 'zod';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from '../../broker';
import { defineAction } from '../http/define-action';
import { action } from '../http/operation';
import {
  createAlarmChannel,
  deleteAlarmChannel,
  putAlarmChannel,
  testAlarmChannel,
} from '../operations/alarms/channels';
import { createAlarmRule, deleteAlarmRule, putAlarmRule, rulePreview } from '../operations/alarms/rules';
import { rowId } from '../schemas/row-id';
import { reasonSchema } from '../schemas/group';

const taken = { incidentId: rowId, reason: reasonSchema };

export const createAlarmChannelAction = action(createAlarmChannel);
export const putAlarmChannelAction = action(putAlarmChannel);
export const deleteAlarmChannelAction = action(deleteAlarmChannel);
export const testAlarmChannelAction = action(testAlarmChannel);
export const createAlarmRuleAction = action(createAlarmRule);
export const putAlarmRuleAction = action(putAlarmRule);
export const deleteAlarmRuleAction = action(deleteAlarmRule);
export const previewAlarmRuleAction = action(rulePreview);

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
