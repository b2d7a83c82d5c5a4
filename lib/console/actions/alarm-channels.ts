'use server';

import { z } from 'zod';
import { createAlarmChannel, deleteAlarmChannel, testAlarmChannel, updateAlarmChannel } from '../../broker';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';
import { alarmOptions } from '../http/alarm-options';
import { channelFields, channelKindSchema } from '../schemas/alarm';

const permission = 'alarm-channel:manage';
const channelId = rowId;
const version = rowId;

export const saveAlarmChannelAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({
    ...channelFields,
    kind: channelKindSchema,
    existing: z.strictObject({ channelId, version }).nullable(),
  }),
  run: async ({ broker, actor }, { existing, ...input }) => {
    const { allow } = alarmOptions();
    if (existing === null) await createAlarmChannel(broker, input, { actor, allow });
    else await updateAlarmChannel(broker, existing.channelId, input, { actor, allow, version: existing.version });
  },
});

export const deleteAlarmChannelAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ channelId, version }),
  run: ({ broker, actor }, input) => deleteAlarmChannel(broker, input.channelId, { actor, version: input.version }),
});

export const testAlarmChannelAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ channelId }),
  run: ({ broker, actor }, input) => testAlarmChannel(broker, { ...input, actor }, alarmOptions()),
});
