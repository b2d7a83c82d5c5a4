import type { Setting, SettingName } from '../../model/broker-setting';
import type { BrokerContext } from '../context';

/** A broker-wide setting as the database has it now. */
export async function findSetting<Name extends SettingName>(ctx: BrokerContext, name: Name): Promise<Setting<Name>> {
  return await ctx.settings.refresh(name);
}
