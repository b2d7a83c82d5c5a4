import type { AnswerOf } from '../../http/operation';
import type { Plain } from '../../../model/plain';
import type {
  causeAround,
  causeFields,
  causeLetters,
  causePage,
  causeSpread,
  toCauseRow,
  toListedCauses,
} from './pages';

/** As pages get them: times are ISO 8601 text. */
export type CauseView = Plain<ReturnType<typeof toCauseRow>>;
export type ListedCauseView = Plain<Awaited<ReturnType<typeof toListedCauses>>>[number];
export type CausePage = AnswerOf<typeof causePage>;
export type CauseSampleView = NonNullable<CausePage['sample']>;
export type CauseSpreadView = NonNullable<AnswerOf<typeof causeSpread>>;
export type CauseAroundView = NonNullable<AnswerOf<typeof causeAround>>;
export type CauseFieldsView = AnswerOf<typeof causeFields>;
export type CauseLetterView = AnswerOf<typeof causeLetters>[number];
