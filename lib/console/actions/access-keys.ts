'use server';

import { action } from '../http/operation';
import {
  changeAccessKey,
  createAccessKey,
  deleteAccessKey,
  disableAccessKey,
  enableAccessKey,
  rotateAccessKey,
} from '../operations/access-keys/access-keys';

export const createAccessKeyAction = action(createAccessKey);
export const updateAccessKeyAction = action(changeAccessKey);
export const rotateAccessKeyAction = action(rotateAccessKey);
export const disableAccessKeyAction = action(disableAccessKey);
export const enableAccessKeyAction = action(enableAccessKey);
export const deleteAccessKeyAction = action(deleteAccessKey);
