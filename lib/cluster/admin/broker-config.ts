import { BROKER_SETTING_NAMES } from '../../model/cluster/broker-setting';
import { MARK_SETTINGS } from '../../model/cluster/cluster-mark';
import type { AdminCall } from './call';

/** All that is kept of a broker's configuration: it holds secrets in clear, which go no further than this decoder. */
const KEPT = [
  ...['autoCreateSubscriptionGroup', 'enableRetryTopicV2', 'retrieveMessageFromPopRetryTopicV1'],
  ...['popConsumerKVServiceEnable', 'enablePopBufferMerge', 'fileReservedTime', 'messageDelayLevel'],
  ...['maxMessageSize', 'brokerPermission', 'brokerRole', 'flushDiskType', 'timerWheelEnable', 'enablePropertyFilter'],
  ...['timerPrecisionMs', 'timerRollWindowSlot', 'timerRocksDBEnable', 'enableDLegerCommitLog'],
  'recallMessageEnable',
  ...['authenticationEnabled', 'authorizationEnabled', 'aclEnable'],
  ...['metricsExporterType', 'metricsPromExporterPort', 'msgTraceTopicName', 'reviveQueueNum'],
] as const;
export type ConfigKey = (typeof KEPT)[number];
/** Of `MARK_SETTINGS` and `BROKER_SETTINGS` too, by their names; `innerUser`: as whom brokers call each other. */
export type BrokerConfig = { readonly [Key in ConfigKey | 'innerUser']?: string } & Readonly<
  Record<string, string | undefined>
>;

const KEEP: ReadonlySet<string> = new Set([...KEPT, ...MARK_SETTINGS, ...BROKER_SETTING_NAMES]);

/** 26: the broker's configuration, as the text of a properties file. Each key may be missing in a version. */
export const brokerConfig: AdminCall<void, BrokerConfig> = {
  code: 26,
  name: 'GET_BROKER_CONFIG',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) => {
    const lines = body.toString('utf8').split('\n');
    const entries = lines.flatMap((line) => {
      const end = line.indexOf('=');
      const key = line.slice(0, Math.max(end, 0)).trim();
      if (key === 'innerClientAuthenticationCredentials') return innerUserIn(line.slice(end + 1));
      return KEEP.has(key) ? [[key, line.slice(end + 1).trim()] as const] : [];
    });
    return Object.fromEntries(entries);
  },
};

/** The name alone: its secret is beside it. */
function innerUserIn(credentials: string): readonly (readonly [string, string])[] {
  const [, name] = /"accessKey"\s*:\s*"([^"\\]*)"/.exec(credentials) ?? [];
  return name === undefined ? [] : [['innerUser', name]];
}
