import type { RetryTide } from '../../../broker';
import type { Plain } from '../../../model/plain';
import type { retriesPage, retryPlan, toRow } from './pages';

/** As pages get them: times are ISO 8601 text. */
export type WaitingRetryView = Plain<ReturnType<typeof toRow>>;
export type RetriesPage = Plain<Awaited<ReturnType<(typeof retriesPage)['run']>>>;
export type RetryTideView = Plain<RetryTide>;
export type RetryPlanView = Plain<Awaited<ReturnType<(typeof retryPlan)['run']>>>;
