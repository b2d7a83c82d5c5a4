import 'server-only';
import { z } from 'zod';
import {
  createAlarmChannel,
  deleteAlarmChannel,
  listAlarmChannels,
  testAlarmChannel,
  updateAlarmChannel,
} from '../../broker';
import type { AlarmChannel } from '../../model/alarm/channel';
import { alarmOptions } from '../http/alarm-options';
import { channelConfigSchema, channelFields, channelKindSchema } from '../schemas/alarm';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const TAG = 'Alarms';
const PERMISSION = 'alarm-channel:manage';
const params = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });
const version = z.int().describe('Refused with 409 when the channel is at another one');

const channelShape = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: channelKindSchema,
    config: channelConfigSchema,
    enabled: z.boolean(),
    version: z.int(),
    updatedBy: z.string(),
    updatedAt: time,
    hasSecret: z.boolean(),
    secretReadable: z.boolean().describe('false: sealed with another REDRIVE_SECRET_KEY; enter it again'),
  })
  .meta({ id: 'AlarmChannel' });

function toShape({ channelId, config, readable, updatedAt, ...channel }: AlarmChannel): z.input<typeof channelShape> {
  const { to, ...rest } = config;
  return {
    ...channel,
    id: String(channelId),
    config: { ...rest, ...(to === undefined ? {} : { to: [...to] }) },
    updatedAt: updatedAt.toISOString(),
    secretReadable: readable,
  };
}

export const listAlarmChannelsRoute = defineRoute({
  method: 'get',
  path: '/alarm-channels',
  name: 'listAlarmChannels',
  summary: 'List the channels that alarms notify, without their secrets',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  answers: [{ status: 200, description: 'All of them', schema: z.object({ items: z.array(channelShape) }) }],
  run: async ({ broker }) => ({ status: 200, body: { items: (await listAlarmChannels(broker)).map(toShape) } }),
});

export const createAlarmChannelRoute = defineRoute({
  method: 'post',
  path: '/alarm-channels',
  name: 'createAlarmChannel',
  summary: 'Create a channel',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  body: z.strictObject({ ...channelFields, kind: channelKindSchema }),
  answers: [{ status: 201, description: 'Created', schema: channelShape }],
  run: async ({ broker, actor }, { body }) => ({
    status: 201,
    body: toShape(await createAlarmChannel(broker, body, { actor, allow: alarmOptions().allow })),
  }),
});

export const putAlarmChannelRoute = defineRoute({
  method: 'put',
  path: '/alarm-channels/{id}',
  name: 'putAlarmChannel',
  summary: 'Replace a channel; without a secret it keeps the one it has',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  body: z.strictObject({ ...channelFields, version }),
  answers: [{ status: 200, description: 'Changed', schema: channelShape }],
  run: async ({ broker, actor }, { params: { id }, body: { version: seen, ...input } }) => {
    const by = { actor, allow: alarmOptions().allow, version: seen };
    return { status: 200, body: toShape(await updateAlarmChannel(broker, Number(id), input, by)) };
  },
});

export const deleteAlarmChannelRoute = defineRoute({
  method: 'delete',
  path: '/alarm-channels/{id}',
  name: 'deleteAlarmChannel',
  summary: 'Remove a channel that no rule names, with its log',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  body: z.strictObject({ version }),
  answers: [{ status: 200, description: 'Removed', schema: z.object({ id: z.string() }) }],
  run: async ({ broker, actor }, { params: { id }, body }) => {
    await deleteAlarmChannel(broker, Number(id), { actor, version: body.version });
    return { status: 200, body: { id } };
  },
});

export const testAlarmChannelRoute = defineRoute({
  method: 'post',
  path: '/alarm-channels/{id}/test',
  name: 'testAlarmChannel',
  summary: 'Send a test through a channel, once',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  answers: [
    {
      status: 200,
      description: 'The outcome',
      schema: z.object({ sent: z.boolean(), status: z.int().nullable(), problem: z.string().nullable() }),
    },
  ],
  run: async ({ broker, actor }, { params: { id } }) => ({
    status: 200,
    body: await testAlarmChannel(broker, { channelId: Number(id), actor }, alarmOptions()),
  }),
});
