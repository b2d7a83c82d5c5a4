import type { AnswerOf } from '../../http/operation';
import type { Plain } from '../../../model/plain';
import type { toHalfMessageView, transactionsPage } from './transactions';

/** As pages get them: times are ISO 8601 text. */
export type HalfMessageView = Plain<ReturnType<typeof toHalfMessageView>>;
export type TransactionsPage = AnswerOf<typeof transactionsPage>;
