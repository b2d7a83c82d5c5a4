import { type ChangeableSetting, isSendable } from '../../model/cluster/setting-change';
import type { AdminCall } from './call';

export interface SettingWrite {
  readonly setting: ChangeableSetting;
  readonly value: string;
}

/** 25: one setting of a fixed list, at one broker, which also writes it to its configuration file. */
export const updateSetting: AdminCall<SettingWrite, void> = {
  code: 25,
  name: 'UPDATE_BROKER_CONFIG',
  kind: 'write',
  ask: ({ setting, value }) => ({ fields: {}, body: Buffer.from(`${setting}=${value}\n`) }),
  read: () => undefined,
};

/** Whether a body sets one setting of the list and nothing more. */
export function isSettingOfList(body: Buffer): boolean {
  const [, setting = '', value = ''] = /^(\w+)=(\w+)\n$/.exec(body.toString('latin1')) ?? [];
  return isSendable(setting, value);
}
