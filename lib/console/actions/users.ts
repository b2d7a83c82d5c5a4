'use server';

import { action } from '../http/operation';
import {
  addUser,
  changeRole,
  endSessionsOfUser,
  renewLink,
  resetFactors,
  setDisabled,
} from '../operations/accounts/users';

export const addUserAction = action(addUser);
export const renewLinkAction = action(renewLink);
export const changeRoleAction = action(changeRole);
export const setDisabledAction = action(setDisabled);
export const resetFactorsAction = action(resetFactors);
export const endSessionsOfUserAction = action(endSessionsOfUser);
