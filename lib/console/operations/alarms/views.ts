import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';
import type { AnswerOf } from '../../http/operation';
import type { alarmChannelsPage } from './channels';
import type { alarmLetters } from './letters';

type ValueOf<T> = T extends { readonly value: infer V } ? V : never;

/** As pages get them: times are ISO 8601 text. */
export type AlarmView = Plain<port.AlarmView>;
export type AlarmRuleView = Plain<port.AlarmRuleView>;
export type AlarmsPage = Plain<port.AlarmsPage>;
export type AlarmHistory = Plain<port.AlarmHistory>;
export type AlarmRedriveView = AlarmHistory['redrives'][number];
export type AlarmLetters = NonNullable<AnswerOf<typeof alarmLetters>>;
export type AlarmCauses = ValueOf<AlarmLetters['causes']>;
export type AlarmMainCause = NonNullable<ValueOf<AlarmLetters['main']>>;
export type ChannelsPage = AnswerOf<typeof alarmChannelsPage>;
export type ChannelView = ChannelsPage['items'][number];
export type DeliveryView = ChannelsPage['log'][number];
export type { ChannelName } from '../../../engine';
