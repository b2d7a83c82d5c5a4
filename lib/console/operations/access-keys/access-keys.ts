import { z } from 'zod';
import { formatCount } from '../../../model/count';
import {
  createAccessKey as create,
  deleteAccessKey as remove,
  disableAccessKey as disable,
  enableAccessKey as enable,
  listAccessKeys as list,
  rotateAccessKey as rotate,
  updateAccessKey as update,
} from '../../../broker';
import { ACCESS_KEY_LIMITS, type AccessKey } from '../../../model/access/access-key';
import { gatewayNow } from '../../http/process-now';
import { operation } from '../../http/operation';
import { accessRulesSchema, expiresAtSchema } from '../../schemas/access-key';
import { time } from '../../schemas/shapes';

const tag = 'Access keys';
const guarded = { needs: 'installation', permission: 'access-key:manage', subject: 'system' } as const;
const looks = { ...guarded, effect: 'read' } as const;
const changes = { ...guarded, effect: 'change' } as const;
const id = z.string().max(64).describe('ID of the access key');
const fields = {
  name: z.string().max(200).describe('Name, for example of the service that uses it; at most 100 bytes'),
  note: z.string().max(1000).default('').describe('Note for operators'),
  rules: accessRulesSchema,
  expiresAt: expiresAtSchema.default(null).describe('Time at which the key expires; `null` if it never does'),
};

const keyShape = z
  .object({
    id: z.string().describe('What clients call the access key'),
    name: z.string(),
    note: z.string(),
    rules: accessRulesSchema,
    version: z.int(),
    createdBy: z.string(),
    createdAt: time,
    disabledAt: time.nullable(),
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable().describe('Some seconds behind; null: never used'),
    oldSecretUntil: time.nullable().describe('Until then the secret before the newest one is accepted as well'),
    secretReadable: z.boolean().describe('false: sealed with another REDRIVE_SECRET_KEY; rotate it'),
  })
  .meta({ id: 'AccessKey' });

const withSecret = z
  .object({ key: keyShape, secret: z.string().describe('In this answer only') })
  .meta({ id: 'AccessKeyWithSecret' });

const toShape = ({ accessKeyId, readable, ...key }: AccessKey) => ({
  ...{ ...key, id: accessKeyId },
  secretReadable: readable,
});
const secretOf = ({ key, secret }: Awaited<ReturnType<typeof create>>) => ({ key: toShape(key), secret });

export const listAccessKeys = operation({
  ...looks,
  name: 'listAccessKeys',
  summary: 'List access keys without their secrets, newest first',
  input: z.strictObject({}),
  output: z.object({ items: z.array(keyShape) }),
  http: { method: 'get', path: '/access-keys', tag, answer: 'All of them' },
  run: async ({ broker }) => ({ items: (await list(broker)).map(toShape) }),
});

export const accessKeysPage = operation({
  ...looks,
  name: 'accessKeys',
  summary: 'Access keys with their states, and how the gateway treats callers',
  input: z.object({}),
  run: async ({ broker }) => ({ items: await list(broker), gateway: gatewayNow() }),
});

export const createAccessKey = operation({
  ...changes,
  name: 'createAccessKey',
  summary: 'Create an access key',
  input: z.strictObject(fields),
  output: withSecret,
  http: { method: 'post', path: '/access-keys', tag, created: { answer: 'Created, with its secret' } },
  run: async ({ broker, actor }, input) => secretOf(await create(broker, { ...input, actor })),
});

export const putAccessKey = operation({
  ...changes,
  name: 'putAccessKey',
  summary: 'Replace name, note, rules and expiry of an access key',
  input: z.strictObject({
    ...{ id, ...fields },
    version: z.int().optional().describe('Version that you read; refused with 409 if it has changed since'),
  }),
  output: keyShape,
  http: { method: 'put', path: '/access-keys/{id}', tag, answer: 'Changed' },
  run: async ({ broker, actor }, { id: accessKeyId, ...to }) =>
    toShape(await update(broker, { ...to, accessKeyId, actor })),
});

/** Of the page, which names the version that it shows. */
export const changeAccessKey = operation({
  ...changes,
  name: 'changeAccessKey',
  summary: 'Replace name, note, rules and end of the access key that a page shows',
  input: putAccessKey.input.extend({ version: z.int() }),
  run: putAccessKey.run,
});

export const rotateAccessKey = operation({
  ...changes,
  name: 'rotateAccessKey',
  summary: 'Create a new secret of an access key; the old one stays valid for overlapMs',
  input: z.strictObject({
    id,
    overlapMs: z
      .number()
      .default(0)
      .describe(
        `How long the old secret stays valid, 0 to ${formatCount(ACCESS_KEY_LIMITS.maxOverlapMs)} ms; 0 to end it now`,
      ),
  }),
  output: withSecret,
  http: {
    ...{ method: 'post', path: '/access-keys/{id}/rotate', tag, bodyOptional: true },
    answer: 'The key with its new secret',
  },
  run: async ({ broker, actor }, { id: accessKeyId, overlapMs }) =>
    secretOf(await rotate(broker, { accessKeyId, overlapMs, actor })),
});

export const disableAccessKey = operation({
  ...changes,
  name: 'disableAccessKey',
  summary: 'Disable an access key and close the connections of its clients',
  input: z.strictObject({ id }),
  output: keyShape,
  http: { method: 'post', path: '/access-keys/{id}/disable', tag, answer: 'Disabled' },
  run: async ({ broker, actor }, { id: accessKeyId }) => toShape(await disable(broker, { accessKeyId, actor })),
});

export const enableAccessKey = operation({
  ...changes,
  name: 'enableAccessKey',
  summary: 'Enable a disabled access key',
  input: z.strictObject({ id }),
  output: keyShape,
  http: { method: 'post', path: '/access-keys/{id}/enable', tag, answer: 'Enabled' },
  run: async ({ broker, actor }, { id: accessKeyId }) => toShape(await enable(broker, { accessKeyId, actor })),
});

export const deleteAccessKey = operation({
  ...{ ...guarded, effect: 'destructive' },
  name: 'deleteAccessKey',
  summary: 'Delete an access key permanently',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string() }),
  http: { method: 'delete', path: '/access-keys/{id}', tag, answer: 'Deleted' },
  run: async ({ broker, actor }, { id: accessKeyId }) => {
    await remove(broker, { accessKeyId, actor });
    return { id: accessKeyId };
  },
});
