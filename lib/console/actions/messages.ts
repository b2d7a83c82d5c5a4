'use server';

import { action } from '../http/operation';
import { moveHeads } from '../operations/keys/heads';
import { changeKey } from '../operations/keys/keys';
import { showHidden } from '../operations/messages/body';
import { changeRetries } from '../operations/retries/pages';
import { recallScheduled } from '../operations/scheduled/scheduled';
import { resolveTransaction } from '../operations/transactions/transactions';

export const changeKeyAction = action(changeKey);
export const changeRetriesAction = action(changeRetries);
export const moveHeadsAction = action(moveHeads);
export const recallScheduledAction = action(recallScheduled);
export const resolveTransactionAction = action(resolveTransaction);
export const showHiddenAction = action(showHidden);
