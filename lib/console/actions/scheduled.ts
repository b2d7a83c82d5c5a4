'use server';

import { action } from '../http/operation';
import { recallScheduled } from '../operations/scheduled/scheduled';

export const recallScheduledAction = action(recallScheduled);
