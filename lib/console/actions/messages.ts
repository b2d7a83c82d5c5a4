'use server';

import { action } from '../http/operation';
import { recallScheduled } from '../operations/scheduled/scheduled';
import { resolveTransaction } from '../operations/transactions/transactions';

export const recallScheduledAction = action(recallScheduled);
export const resolveTransactionAction = action(resolveTransaction);
