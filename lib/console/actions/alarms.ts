'use server';

import { action } from '../http/operation';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from '../operations/alarms/alarms';
import {
  createAlarmChannel,
  deleteAlarmChannel,
  putAlarmChannel,
  testAlarmChannel,
} from '../operations/alarms/channels';
import { createAlarmRule, deleteAlarmRule, putAlarmRule, rulePreview } from '../operations/alarms/rules';

export const acknowledgeAlarmAction = action(acknowledgeAlarm);
export const silenceAlarmAction = action(silenceAlarm);
export const unsilenceAlarmAction = action(unsilenceAlarm);
export const createAlarmChannelAction = action(createAlarmChannel);
export const putAlarmChannelAction = action(putAlarmChannel);
export const deleteAlarmChannelAction = action(deleteAlarmChannel);
export const testAlarmChannelAction = action(testAlarmChannel);
export const createAlarmRuleAction = action(createAlarmRule);
export const putAlarmRuleAction = action(putAlarmRule);
export const deleteAlarmRuleAction = action(deleteAlarmRule);
export const previewAlarmRuleAction = action(rulePreview);
