import type { AnswerOf } from '../../http/operation';
import type { alarmChannelsPage } from './channels';

/** As pages get them: times are ISO 8601 text. */
export type ChannelsPage = AnswerOf<typeof alarmChannelsPage>;
export type ChannelView = ChannelsPage['items'][number];
export type DeliveryView = ChannelsPage['log'][number];
