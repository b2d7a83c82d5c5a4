import type { AnswerOf } from '../../http/operation';
import type { handoverPage } from './handover';

/** As pages get it: times are ISO 8601 text. */
export type HandoverView = AnswerOf<typeof handoverPage>;
