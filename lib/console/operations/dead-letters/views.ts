import type { AnswerOf } from '../../http/operation';
import type { letterPlan } from './change';
import type { letterPage, readLetterIndex } from './in-brokers';
import type { groupDeadLetters } from './of-group';
import type { deadLetterCauses, deadLettersPage, letterGroups } from './list';

export type { DeadLetterForecast } from '../../../broker';

/** As pages get them: times are ISO 8601 text. */
export type DeadLettersPage = AnswerOf<typeof deadLettersPage>;
export type DeadLetterView = DeadLettersPage['items'][number];
export type DeadLetterCausesView = AnswerOf<typeof deadLetterCauses>;
export type GroupDeadLettersView = AnswerOf<typeof groupDeadLetters>;
export type LetterGroupView = AnswerOf<typeof letterGroups>['items'][number];
export type LettersOfMessage = AnswerOf<typeof letterPage>;
export type LetterView = LettersOfMessage['letters'][number];
export type LetterIndexView = AnswerOf<typeof readLetterIndex>;
export type IndexedQueueView = LetterIndexView['queues'][number];
export type LetterPlanView = AnswerOf<typeof letterPlan>;
