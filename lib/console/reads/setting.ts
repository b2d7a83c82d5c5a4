import 'server-only';
import { z } from 'zod';
import { findSetting } from '../../broker';
import { type BrokerSettings, SETTING_NAMES, type SettingName } from '../../model/broker-setting';
import { settingHistory } from '../../store/queries/setting/setting-history';
import { defineRead } from '../http/define-read';
import type { GroupVersionView } from '../operations/groups/views';

export interface SettingView<Name extends SettingName = SettingName> {
  readonly name: Name;
  readonly value: BrokerSettings[Name];
  /** 0: never changed, as documented. */
  readonly version: number;
  /** Newest first. */
  readonly versions: readonly GroupVersionView[];
}

const VERSIONS_SHOWN = 20;

export const settingRead = defineRead({
  permission: 'settings:read',
  subject: 'system',
  input: z.strictObject({ name: z.enum(SETTING_NAMES) }),
  run: async ({ broker, store }, input): Promise<SettingView> => {
    const { name, value, version } = await findSetting(broker, input.name);
    const changes = await settingHistory(store.prisma, name, VERSIONS_SHOWN);
    return {
      name,
      value,
      version,
      versions: changes.map(({ actor, reason, at }, index) => ({
        version: version - index,
        actor,
        reason,
        at: at.toISOString(),
      })),
    };
  },
});
