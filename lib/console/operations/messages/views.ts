import type { Plain } from '../../../model/plain';
import type { AnswerOf } from '../../http/operation';
import type { MessageBodyView as BodyView } from './body';
import type { foundMessages, storedMessage, suggestions } from './find';
import type { messagePage } from './message';

export type { PlaceView } from './place';

/** As pages get them: times are ISO 8601 text. */
export type MessageBodyView = Plain<BodyView>;
export type MessageView = AnswerOf<typeof messagePage>;
export type RedriveNote = MessageView['redrives'][number];
export type ExpiredView = MessageView['expired'][number];
export type FoundPage = AnswerOf<typeof foundMessages>;
export type FoundView = FoundPage['items'][number];
export type FoundStateView = FoundView['groups'][number];
export type StoredView = AnswerOf<typeof storedMessage>;
export type SuggestionsView = AnswerOf<typeof suggestions>;
export type SuggestedView = SuggestionsView['exact'][number];
export type ThingView = SuggestionsView['things'][number];
