'use server';

import { action } from '../http/operation';
import { changeLimit, dropLimit } from '../operations/limits/limits';

export const setLimitAction = action(changeLimit);
export const removeLimitAction = action(dropLimit);
