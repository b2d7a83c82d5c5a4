import { z } from 'zod';
import { resetFactors as reset } from '../../../auth/factors/own-factors';
import {
  addOperator,
  changeRole as change,
  endSessionsOf,
  renewLink as renew,
  setDisabled as disable,
} from '../../../auth/manage-operators';
import { roles } from '../../../auth/permission';
import { operation } from '../../http/operation';
import { rowId } from '../../schemas/row-id';
import { msg } from '../../../model/language/t';

const changes = { needs: 'installation', permission: 'user:manage', subject: 'system', effect: 'change' } as const;
const role = z.enum(roles);
const user = z.strictObject({ operatorId: rowId });

export const addUser = operation({
  ...changes,
  name: 'addUser',
  summary: 'Add a person, who sets a password through the link in the answer',
  input: z.strictObject({ email: z.email(msg('This is not an e-mail address.')).max(254), role }),
  run: ({ broker, actor }, input) => addOperator(broker.store, actor, input),
});

export const renewLink = operation({
  ...changes,
  name: 'renewLink',
  summary: 'Make a new link to set a password; the one before stops working',
  input: user,
  run: ({ broker, actor }, { operatorId }) => renew(broker.store, actor, operatorId),
});

export const changeRole = operation({
  ...changes,
  name: 'changeRole',
  summary: 'Give a person another role',
  input: user.extend({ role }),
  run: ({ broker, actor }, input) => change(broker.store, actor, input.operatorId, input.role),
});

export const setDisabled = operation({
  ...changes,
  name: 'setDisabled',
  summary: 'Disable an account and end its sessions, or enable it again',
  input: user.extend({ disabled: z.boolean() }),
  run: ({ broker, actor }, { operatorId, disabled }) => disable(broker.store, actor, operatorId, disabled),
});

export const resetFactors = operation({
  ...changes,
  name: 'resetFactors',
  summary: 'Remove the second factors of a person, who then signs in without them',
  input: user,
  run: ({ broker, actor }, { operatorId }) => reset(broker.store, actor, operatorId),
});

export const endSessionsOfUser = operation({
  ...changes,
  name: 'endSessionsOfUser',
  summary: 'End all sessions of a person',
  input: user,
  run: ({ broker, actor }, { operatorId }) => endSessionsOf(broker.store, actor, operatorId),
});
