import { z } from 'zod';
import {
  createAlarmChannel as create,
  deleteAlarmChannel as remove,
  listAlarmChannels as list,
  readAlarmLog,
  testAlarmChannel as test,
  updateAlarmChannel as update,
} from '../../../broker';
import { type AlarmChannel, CHANNEL_KINDS, MAIL_SECURITY } from '../../../model/alarm/channel';
import { LANGUAGES } from '../../../model/language/languages';
import { alarmOptions } from '../../http/alarm-options';
import { operation, type OperationContext } from '../../http/operation';
import { ownership } from '../../schemas/ownership';
import { time } from '../../schemas/shapes';
import { alarmId } from './shapes';

const tag = 'Alarms';
const LOG = 100;
const common = { needs: 'installation', permission: 'alarm-channel:manage', subject: 'system' } as const;
const one = {
  id: alarmId,
  version: z.int().describe('Version that you read; refused with 409 if it has changed since'),
};
const nameOf = async ({ id }: { readonly id: string }, { broker }: Pick<OperationContext, 'broker'>) =>
  (await list(broker)).find(({ channelId }) => channelId === Number(id))?.name ?? null;
const kind = z.enum(CHANNEL_KINDS).describe('Kind of channel');

const fields = {
  name: z.string().max(200).describe('Name of the channel'),
  config: z
    .strictObject({
      language: z.enum(LANGUAGES).optional().describe('Language of notifications, default `en`; not for webhooks'),
      url: z
        .string()
        .max(2000)
        .optional()
        .describe('For `webhook`, `pagerduty` and `opsgenie`: address that is called'),
      host: z.string().max(253).optional().describe('For `email`: mail server'),
      port: z.int().optional().describe('For `email`: port of the mail server'),
      security: z.enum(MAIL_SECURITY).optional().describe('For `email`: encryption of the connection'),
      user: z.string().max(254).optional().describe('For `email`: user name at the mail server'),
      from: z.string().max(320).optional().describe('For `email`: sender'),
      to: z.array(z.string().max(320)).max(20).optional().describe('For `email`: recipients'),
    })
    .describe('Settings of the channel'),
  secret: z
    .string()
    .max(2000)
    .optional()
    .describe('Signing key, password, or the webhook address of Slack or Teams; write-only'),
  enabled: z.boolean().describe('Whether it is active'),
};

const channelShape = z
  .object({
    id: z.string(),
    name: fields.name,
    kind,
    config: fields.config,
    enabled: z.boolean(),
    version: z.int(),
    updatedBy: z.string(),
    updatedAt: time,
    hasSecret: z.boolean(),
    secretReadable: z.boolean().describe('false: sealed with another REDRIVE_SECRET_KEY; enter it again'),
  })
  .meta({ id: 'AlarmChannel' });

function toShape({ channelId, readable, ...channel }: AlarmChannel) {
  return { ...channel, id: String(channelId), secretReadable: readable };
}

export const listAlarmChannels = operation({
  ...{ ...common, effect: 'read' },
  name: 'listAlarmChannels',
  summary: 'List the notification channels of alarms, without their secrets',
  input: z.strictObject({}),
  output: z.object({ items: z.array(channelShape) }),
  http: { method: 'get', path: '/alarm-channels', tag, answer: 'All of them' },
  run: async ({ broker }) => ({ items: (await list(broker)).map(toShape) }),
});

export const alarmChannelsPage = operation({
  ...{ ...common, effect: 'read' },
  name: 'alarmChannels',
  summary: 'The channels that alarms notify, and what was sent, newest first',
  input: z.object({}),
  run: async ({ broker }) => ({ items: await list(broker), log: await readAlarmLog(broker, LOG) }),
});

export const createAlarmChannel = operation({
  ...{ ...common, effect: 'change' },
  name: 'createAlarmChannel',
  summary: 'Create a notification channel',
  input: z.strictObject({ ...fields, kind, ...ownership }),
  managed: { kind: 'alarm-channel', name: ({ name }) => name },
  output: channelShape,
  http: { method: 'post', path: '/alarm-channels', tag, created: { answer: 'Created' } },
  run: async ({ broker, actor }, input) => toShape(await create(broker, input, { ...alarmOptions(), actor })),
});

export const putAlarmChannel = operation({
  ...{ ...common, effect: 'change' },
  name: 'putAlarmChannel',
  summary: 'Replace a notification channel; without a secret, the current secret is kept',
  input: z.strictObject({ ...one, ...fields, ...ownership }),
  managed: { kind: 'alarm-channel', name: nameOf, nameAfter: ({ name }) => name },
  output: channelShape,
  http: { method: 'put', path: '/alarm-channels/{id}', tag, answer: 'Changed' },
  run: async ({ broker, actor }, { id, version, ...input }) =>
    toShape(await update(broker, Number(id), input, { ...alarmOptions(), actor, version })),
});

export const deleteAlarmChannel = operation({
  ...{ ...common, effect: 'destructive' },
  name: 'deleteAlarmChannel',
  summary: 'Delete a notification channel that no rule uses, with its log',
  input: z.strictObject({ ...one, ...ownership }),
  managed: { kind: 'alarm-channel', name: nameOf, removes: true },
  output: z.object({ id: z.string() }),
  http: { method: 'delete', path: '/alarm-channels/{id}', hasBody: true, tag, answer: 'Removed' },
  run: async ({ broker, actor }, { id, version }) => {
    await remove(broker, Number(id), { actor, version });
    return { id };
  },
});

export const testAlarmChannel = operation({
  ...{ ...common, effect: 'change' },
  name: 'testAlarmChannel',
  summary: 'Send one test notification through a channel',
  input: z.strictObject({ id: alarmId }),
  output: z.object({ sent: z.boolean(), status: z.int().nullable(), problem: z.string().nullable() }),
  http: { method: 'post', path: '/alarm-channels/{id}/test', tag, answer: 'The outcome' },
  run: ({ broker, actor }, { id }) => test(broker, { channelId: Number(id), actor }, alarmOptions()),
});
