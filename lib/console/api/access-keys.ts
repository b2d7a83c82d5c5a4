import 'server-only';
import { z } from 'zod';
import {
  createAccessKey,
  deleteAccessKey,
  disableAccessKey,
  enableAccessKey,
  listAccessKeys,
  rotateAccessKey,
  updateAccessKey,
} from '../../broker';
import { ACCESS_KEY_LIMITS, type AccessKey } from '../../model/access-key';
import { accessRulesSchema } from '../schemas/access-key';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const TAG = 'Access keys';
const PERMISSION = 'access-key:manage';

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

function toKeyShape(key: AccessKey): z.input<typeof keyShape> {
  return {
    id: key.accessKeyId,
    name: key.name,
    note: key.note,
    rules: key.rules,
    version: key.version,
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
    disabledAt: toText(key.disabledAt),
    expiresAt: toText(key.expiresAt),
    lastUsedAt: toText(key.lastUsedAt),
    oldSecretUntil: toText(key.oldSecretUntil),
    secretReadable: key.readable,
  };
}

function toText(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

const params = z.strictObject({ id: z.string().max(64).describe('Access key') });
const name = z.string().max(200).describe('Where it is used, at most 100 bytes');
const note = z.string().max(1000).default('');
const expiresAt = time.nullable().default(null).describe('null: never');
const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const listAccessKeysRoute = defineRoute({
  method: 'get',
  path: '/access-keys',
  name: 'listAccessKeys',
  summary: 'List access keys, newest first; never a secret',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  answers: [{ status: 200, description: 'All of them', schema: z.object({ items: z.array(keyShape) }) }],
  run: async ({ broker }) => ({ status: 200, body: { items: (await listAccessKeys(broker)).map(toKeyShape) } }),
});

export const createAccessKeyRoute = defineRoute({
  method: 'post',
  path: '/access-keys',
  name: 'createAccessKey',
  summary: 'Create an access key',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  body: z.strictObject({ name, note, rules: accessRulesSchema, expiresAt }),
  answers: [{ status: 201, description: 'Created, with its secret', schema: withSecret }],
  run: async ({ broker, actor }, { body }) => {
    const { key, secret } = await createAccessKey(broker, { ...body, expiresAt: toDate(body.expiresAt), actor });
    return { status: 201, body: { key: toKeyShape(key), secret } };
  },
});

export const putAccessKeyRoute = defineRoute({
  method: 'put',
  path: '/access-keys/{id}',
  name: 'putAccessKey',
  summary: 'Replace name, note, rules and end of an access key',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  body: z.strictObject({
    name,
    note,
    rules: accessRulesSchema,
    expiresAt,
    version: z.int().optional().describe('Refused with 409 when the key is at another one'),
  }),
  answers: [{ status: 200, description: 'Changed', schema: keyShape }],
  run: async ({ broker, actor }, { params: { id }, body }) => {
    const to = { ...body, expiresAt: toDate(body.expiresAt) };
    return { status: 200, body: toKeyShape(await updateAccessKey(broker, { ...to, accessKeyId: id, actor })) };
  },
});

export const rotateAccessKeyRoute = defineRoute({
  method: 'post',
  path: '/access-keys/{id}/rotate',
  name: 'rotateAccessKey',
  summary: 'Create a new secret; the old one stays valid for overlapMs',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  body: z.strictObject({
    overlapMs: z.number().default(0).describe(`0 to ${ACCESS_KEY_LIMITS.maxOverlapMs}; 0: the old secret expires now`),
  }),
  bodyOptional: true,
  answers: [{ status: 200, description: 'The key with its new secret', schema: withSecret }],
  run: async ({ broker, actor }, { params: { id }, body: { overlapMs } }) => {
    const { key, secret } = await rotateAccessKey(broker, { accessKeyId: id, overlapMs, actor });
    return { status: 200, body: { key: toKeyShape(key), secret } };
  },
});

export const disableAccessKeyRoute = defineRoute({
  method: 'post',
  path: '/access-keys/{id}/disable',
  name: 'disableAccessKey',
  summary: 'Refuse the key from now on and close the connections of its clients',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  answers: [{ status: 200, description: 'Disabled', schema: keyShape }],
  run: async ({ broker, actor }, { params: { id } }) => ({
    status: 200,
    body: toKeyShape(await disableAccessKey(broker, { accessKeyId: id, actor })),
  }),
});

export const enableAccessKeyRoute = defineRoute({
  method: 'post',
  path: '/access-keys/{id}/enable',
  name: 'enableAccessKey',
  summary: 'Accept a disabled key again',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  answers: [{ status: 200, description: 'Enabled', schema: keyShape }],
  run: async ({ broker, actor }, { params: { id } }) => ({
    status: 200,
    body: toKeyShape(await enableAccessKey(broker, { accessKeyId: id, actor })),
  }),
});

export const deleteAccessKeyRoute = defineRoute({
  method: 'delete',
  path: '/access-keys/{id}',
  name: 'deleteAccessKey',
  summary: 'Delete an access key for good',
  tag: TAG,
  permission: PERMISSION,
  subject: 'system',
  params,
  answers: [{ status: 200, description: 'Deleted', schema: z.object({ id: z.string() }) }],
  run: async ({ broker, actor }, { params: { id } }) => {
    await deleteAccessKey(broker, { accessKeyId: id, actor });
    return { status: 200, body: { id } };
  },
});
