import { BROKER_SETTING_NAMES, BROKER_SETTINGS } from '../../model/cluster/broker-setting';
import type { Command } from '../../cluster/wire/command';
import type { FakeAnswer } from './fake-peer';

/** The configuration of a broker that was changed nowhere, and a secret that no console may read. */
export function usualConfig(): Record<string, string> {
  return {
    ...Object.fromEntries(BROKER_SETTING_NAMES.map((name) => [name, BROKER_SETTINGS[name].usual])),
    recallMessageEnable: 'true',
    initAuthenticationUser: '{"password":"secret"}',
  };
}

/** Of 25 and 26; null: it is another question. Values are not checked; an unknown name is an exception. */
export function answerOfConfig(config: Record<string, string>, { code, body }: Command): FakeAnswer | null {
  if (code !== 25 && code !== 26) return null;
  if (code === 26)
    return {
      body: Object.entries(config)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    };
  const [, key = '', value = ''] = /^(\w+)=(.*)\n$/.exec(body.toString()) ?? [];
  if (!(key in config)) return { code: 1, remark: `java.lang.RuntimeException: Can not find config key: ${key}` };
  config[key] = value;
  return {};
}
