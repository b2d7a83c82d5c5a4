'use server';

import { z } from 'zod';
import { createApiToken, revokeToken } from '../../auth/manage-api-tokens';
import { tokenRights } from '../../auth/permission';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

export const createApiTokenAction = defineAction({
  permission: 'token:manage',
  input: z.strictObject({
    name: z.string().trim().min(1, 'A name is needed: where the token is used.').max(80),
    rights: z.enum(tokenRights),
  }),
  run: ({ store, actor }, input) => createApiToken(store, actor, input),
});

export const revokeApiTokenAction = defineAction({
  permission: 'token:manage',
  input: z.strictObject({ apiTokenId: rowId }),
  run: ({ store, actor }, input) => revokeToken(store, actor, input.apiTokenId),
});
