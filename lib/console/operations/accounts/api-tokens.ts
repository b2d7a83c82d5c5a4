import { z } from 'zod';
import { createApiToken as create, revokeToken, rotateToken } from '../../../auth/manage-api-tokens';
import { tokenRights } from '../../../auth/permission';
import { operation } from '../../http/operation';
import { rowId } from '../../schemas/row-id';
import { msg } from '../../../model/language/t';

const changes = { needs: 'installation', permission: 'token:manage', subject: 'system', effect: 'change' } as const;
const expiresInDays = z.int().min(1).max(3650).nullable();

export const createApiToken = operation({
  ...changes,
  name: 'createApiToken',
  summary: 'Create an API token; its secret is in this answer only',
  input: z.strictObject({
    name: z.string().trim().min(1, msg('Enter a name that says where the token is used.')).max(80),
    rights: z.enum(tokenRights),
    expiresInDays,
  }),
  run: ({ broker, actor }, input) => create(broker.store, actor, input),
});

export const revokeApiToken = operation({
  ...{ ...changes, effect: 'destructive' },
  name: 'revokeApiToken',
  summary: 'Refuse an API token from now on',
  input: z.strictObject({ apiTokenId: rowId }),
  run: ({ broker, actor }, { apiTokenId }) => revokeToken(broker.store, actor, apiTokenId),
});

export const rotateApiToken = operation({
  ...changes,
  name: 'rotateApiToken',
  summary: 'Create a new secret of an API token; the old one works for overlapHours more',
  input: z.strictObject({
    apiTokenId: rowId,
    overlapHours: z.int().min(0).max(168),
    expiresInDays,
  }),
  run: ({ broker, actor }, input) => rotateToken(broker.store, actor, input),
});
