import type { Plain } from '../../../model/plain';
import type { alarmChannelsPage } from './channels';

/** As pages get them: times are ISO 8601 text. */
export type ChannelsPage = Plain<Awaited<ReturnType<(typeof alarmChannelsPage)['run']>>>;
export type ChannelView = ChannelsPage['items'][number];
export type DeliveryView = ChannelsPage['log'][number];
