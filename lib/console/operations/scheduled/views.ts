import type { AnswerOf } from '../../http/operation';
import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';
import type { scheduledPage } from './scheduled';

/** As pages get them: times are ISO 8601 text. */
export type ScheduledView = Plain<port.ScheduledItem>;
export type ScheduledPage = AnswerOf<typeof scheduledPage>;
