import type { AnswerOf } from '../../http/operation';
import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';
import type { problemsPage } from './problems';

/** As pages get them: times are ISO 8601 text. */
export type ProblemsPage = AnswerOf<typeof problemsPage>;
export type GroupNow = Plain<port.GroupNow>;
export type LostNext = Plain<port.LostNext>;
export type { NavCount, NavCountName, NavCounts } from '../../../engine';
