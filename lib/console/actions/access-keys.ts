'use server';

import { z } from 'zod';
import {
  createAccessKey,
  deleteAccessKey,
  disableAccessKey,
  enableAccessKey,
  rotateAccessKey,
  updateAccessKey,
} from '../../broker';
import { accessRulesSchema, expiresAtSchema } from '../schemas/access-key';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

const permission = 'access-key:manage';
const accessKeyId = z.string().max(64);
const fields = {
  name: z.string().trim().min(1, 'Enter a name that says where the key is used.').max(100),
  note: z.string().max(1000),
  rules: accessRulesSchema,
  expiresAt: expiresAtSchema,
};

export const createAccessKeyAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject(fields),
  run: async ({ broker, actor }, input) => {
    const { key, secret } = await createAccessKey(broker, { ...input, actor });
    return { accessKeyId: key.accessKeyId, name: key.name, secret };
  },
});

export const updateAccessKeyAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ ...fields, accessKeyId, version: rowId }),
  run: async ({ broker, actor }, input) => {
    await updateAccessKey(broker, { ...input, actor });
  },
});

export const rotateAccessKeyAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ accessKeyId, overlapMs: z.number() }),
  run: async ({ broker, actor }, input) => {
    const { key, secret } = await rotateAccessKey(broker, { ...input, actor });
    return { accessKeyId: key.accessKeyId, name: key.name, secret };
  },
});

export const setAccessKeyDisabledAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ accessKeyId, disabled: z.boolean() }),
  run: async ({ broker, actor }, input) => {
    const change = input.disabled ? disableAccessKey : enableAccessKey;
    await change(broker, { accessKeyId: input.accessKeyId, actor });
  },
});

export const deleteAccessKeyAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ accessKeyId }),
  run: ({ broker, actor }, input) => deleteAccessKey(broker, { accessKeyId: input.accessKeyId, actor }),
});
