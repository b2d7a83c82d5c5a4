import type { AnswerOf } from '../../http/operation';
import type { RetryTide } from '../../../broker';
import type { Plain } from '../../../model/plain';
import type { retriesPage, retryPlan, toRow } from './pages';

/** As pages get them: times are ISO 8601 text. */
export type WaitingRetryView = Plain<ReturnType<typeof toRow>>;
export type RetriesPage = AnswerOf<typeof retriesPage>;
export type RetryForecastView = Plain<RetryTide>;
export type RetryPlanView = AnswerOf<typeof retryPlan>;
