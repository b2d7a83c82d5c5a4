'use server';

import { action } from '../http/operation';
import { makeDeadLettersReadable, tryLetter } from '../operations/dead-letters/in-brokers';
import { changeDeadLetterRetention } from '../operations/dead-letters/retention';

export const openLettersAction = action(makeDeadLettersReadable);
export const tryLetterAction = action(tryLetter);
export const setDeadLetterRetentionAction = action(changeDeadLetterRetention);
