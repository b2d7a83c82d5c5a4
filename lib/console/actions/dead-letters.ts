'use server';

import { action } from '../http/operation';
import { decideCause } from '../operations/causes/causes';
import { discardOnPage, keepOnPage, restoreOnPage } from '../operations/dead-letters/change';
import { makeDeadLettersReadable, tryLetter } from '../operations/dead-letters/in-brokers';
import { changeDeadLetterRetention } from '../operations/dead-letters/retention';

export const openLettersAction = action(makeDeadLettersReadable);
export const triageCauseAction = action(decideCause);
export const tryLetterAction = action(tryLetter);
export const setDeadLetterRetentionAction = action(changeDeadLetterRetention);
export const discardLettersAction = action(discardOnPage);
export const keepLettersAction = action(keepOnPage);
export const restoreLettersAction = action(restoreOnPage);
