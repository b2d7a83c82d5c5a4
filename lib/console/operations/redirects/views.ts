import type { AnswerOf } from '../../http/operation';
import type { redirectPlan, redirectsPage } from './redirects';

/** As pages get them: times are ISO 8601 text. */
export type RedirectsPage = AnswerOf<typeof redirectsPage>;
export type RedirectView = RedirectsPage['items'][number];
export type RedirectPlanView = AnswerOf<typeof redirectPlan>;
