import type { Plain } from '../../../model/plain';
import type { toHalfMessageView, transactionsPage } from './transactions';

/** As pages get them: times are ISO 8601 text. */
export type HalfMessageView = Plain<ReturnType<typeof toHalfMessageView>>;
export type TransactionsPage = Plain<Awaited<ReturnType<(typeof transactionsPage)['run']>>>;
