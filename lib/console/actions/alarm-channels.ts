'use server';

import { z } from 'zod';
import { createAlarmChannel, deleteAlarmChannel, testAlarmChannel, updateAlarmChannel } from '../../broker';
import { defineAction } from '../action';
import { rowId } from '../row-id';
import { alarmOptions } from '../alarm-options';
import { channelFields, channelKindSchema } from '../alarm-schema';

const permission = 'alarm-channel:manage';
const channelId = rowId;
const version = rowId;

export const saveAlarmChannelAction = defineAction({
  permission,
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
  input: z.strictObject({ channelId, version }),
  run: ({ broker, actor }, input) => deleteAlarmChannel(broker, input.channelId, { actor, version: input.version }),
});

export const testAlarmChannelAction = defineAction({
  permission,
  input: z.strictObject({ channelId }),
  run: ({ broker, actor }, input) => testAlarmChannel(broker, { ...input, actor }, alarmOptions()),
});
