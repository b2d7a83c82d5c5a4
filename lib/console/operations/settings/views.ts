import type { BrokerSettings, SettingName } from '../../../model/broker-setting';
import type { Plain } from '../../../model/plain';
import type { readSetting } from '../../../broker';

/** As pages get it: times are ISO 8601 text. */
export interface SettingView<Name extends SettingName = SettingName> extends Omit<
  Plain<Awaited<ReturnType<typeof readSetting>>>,
  'name' | 'value'
> {
  readonly name: Name;
  readonly value: BrokerSettings[Name];
}
