import type { Setting, SettingName } from '../../model/broker-setting';
import { settingHistory } from '../../store/queries/setting/setting-history';
import type { BrokerContext } from '../context';

const VERSIONS_SHOWN = 20;

/** A broker-wide setting as the database has it now. */
export async function findSetting<Name extends SettingName>(ctx: BrokerContext, name: Name): Promise<Setting<Name>> {
  return await ctx.settings.refresh(name);
}

/** With its newest changes, the current version first. */
export async function readSetting(ctx: BrokerContext, name: SettingName) {
  const { value, version } = await findSetting(ctx, name);
  const changes = await settingHistory(ctx.store.prisma, name, VERSIONS_SHOWN);
  return { name, value, version, versions: changes.map((change, index) => ({ version: version - index, ...change })) };
}
