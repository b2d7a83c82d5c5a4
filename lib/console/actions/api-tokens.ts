'use server';

import { z } from 'zod';
import { createApiToken, revokeToken, rotateToken } from '../../auth/manage-api-tokens';
import { tokenRights } from '../../auth/permission';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

const expiresInDays = z.int().min(1, 'at least 1').max(3650, 'at most 3650').nullable();

export const createApiTokenAction = defineAction({
  permission: 'token:manage',
  subject: 'system',
  input: z.strictObject({
    name: z.string().trim().min(1, 'Enter a name that says where the token is used.').max(80),
    rights: z.enum(tokenRights),
    expiresInDays,
  }),
  run: ({ store, actor }, input) => createApiToken(store, actor, input),
});

export const revokeApiTokenAction = defineAction({
  permission: 'token:manage',
  subject: 'system',
  input: z.strictObject({ apiTokenId: rowId }),
  run: ({ store, actor }, input) => revokeToken(store, actor, input.apiTokenId),
});

export const rotateApiTokenAction = defineAction({
  permission: 'token:manage',
  subject: 'system',
  input: z.strictObject({
    apiTokenId: rowId,
    overlapHours: z.int().min(0, 'at least 0').max(168, 'at most 168'),
    expiresInDays,
  }),
  run: ({ store, actor }, input) => rotateToken(store, actor, input),
});
