'use server';

import { z } from 'zod';
import { resetFactors } from '../../auth/factors/own-factors';
import { addOperator, changeRole, endSessionsOf, renewLink, setDisabled } from '../../auth/manage-operators';
import { roles } from '../../auth/permission';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

const operatorId = rowId;

export const addUserAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ email: z.email('This is not an e-mail address.').max(254), role: z.enum(roles) }),
  run: ({ store, actor }, input) => addOperator(store, actor, input),
});

export const renewLinkAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ operatorId }),
  run: ({ store, actor }, input) => renewLink(store, actor, input.operatorId),
});

export const changeRoleAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ operatorId, role: z.enum(roles) }),
  run: ({ store, actor }, input) => changeRole(store, actor, input.operatorId, input.role),
});

export const setDisabledAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ operatorId, disabled: z.boolean() }),
  run: ({ store, actor }, input) => setDisabled(store, actor, input.operatorId, input.disabled),
});

export const resetFactorsAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ operatorId }),
  run: ({ store, actor }, input) => resetFactors(store, actor, input.operatorId),
});

export const endSessionsOfUserAction = defineAction({
  permission: 'user:manage',
  subject: 'system',
  input: z.strictObject({ operatorId }),
  run: ({ store, actor }, input) => endSessionsOf(store, actor, input.operatorId),
});
