'use server';

import { action } from '../http/operation';
import { createApiToken, revokeApiToken, rotateApiToken } from '../operations/accounts/api-tokens';

export const createApiTokenAction = action(createApiToken);
export const revokeApiTokenAction = action(revokeApiToken);
export const rotateApiTokenAction = action(rotateApiToken);
