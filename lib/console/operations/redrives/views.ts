import type { AnswerOf } from '../../http/operation';
import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';
import type { redriveEditable } from './change';
import type { redriveItems, redrivePage, redrivesPage } from './pages';
import type { redriveGroups, redrivePlan } from './plan';

/** As pages get them: times are ISO 8601 text. */
export type RedriveView = Plain<port.Run>;
export type RedriveStopView = NonNullable<RedriveView['stop']>;
export type RedrivesPage = AnswerOf<typeof redrivesPage>;
export type RedrivePage = AnswerOf<typeof redrivePage>;
export type RedriveSeriesPage = Plain<port.RunSeries>;
export type RedriveItemsPage = AnswerOf<typeof redriveItems>;
export type RedriveItemView = RedriveItemsPage['items'][number];
export type RedrivePlanView = AnswerOf<typeof redrivePlan>;
export type SelectedGroupView = AnswerOf<typeof redriveGroups>[number];
export type EditableLetterView = AnswerOf<typeof redriveEditable>;
export type { EditsPlan } from '../../../broker';
export type { EditsInput } from '../../schemas/redrive';
