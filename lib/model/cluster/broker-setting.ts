/** A setting of a broker that the console shows. Others are never read: a configuration holds secrets in clear. */
export interface BrokerSetting {
  /** Of Apache RocketMQ 5.3.3 and 5.5.0. */
  readonly usual: string;
  readonly unit: 'hours' | 'percent' | 'bytes' | 'ms' | 'seconds' | 'requests' | null;
  /** What it decides. */
  readonly effect: string;
}

const setting = (usual: string, effect: string, unit: BrokerSetting['unit'] = null): BrokerSetting => ({
  ...{ usual, unit, effect },
});

const SETTINGS = {
  fileReservedTime: setting('72', 'How long messages are kept', 'hours'),
  deleteWhen: setting('04', 'Hour of the day at which expired files are deleted'),
  diskMaxUsedSpaceRatio: setting('75', 'Disk use from which expired files are deleted at any hour', 'percent'),
  maxMessageSize: setting('4194304', 'Largest message that is accepted', 'bytes'),
  flushDiskType: setting('ASYNC_FLUSH', 'Whether a send waits until its message is on disk'),
  brokerRole: setting('ASYNC_MASTER', 'Whether a send waits until its message is on a replica'),
  brokerPermission: setting('6', 'Reads and writes (6), reads only (4) or writes only (2)'),
  autoCreateTopicEnable: setting('true', 'Whether clients create topics'),
  autoCreateSubscriptionGroup: setting('true', 'Whether clients create consumer groups'),
  brokerFastFailureEnable: setting('true', 'Whether requests that waited too long are refused'),
  waitTimeMillsInSendQueue: setting('200', 'Longest wait of a send before it is refused', 'ms'),
  waitTimeMillsInPullQueue: setting('5000', 'Longest wait of a receive before it is refused', 'ms'),
  waitTimeMillsInAckQueue: setting('3000', 'Longest wait of an ack before it is refused', 'ms'),
  osPageCacheBusyTimeOutMills: setting('1000', 'Page cache lock time from which sends are refused', 'ms'),
  sendThreadPoolQueueCapacity: setting('10000', 'Waiting sends from which more are refused', 'requests'),
  pullThreadPoolQueueCapacity: setting('100000', 'Waiting receives from which more are refused', 'requests'),
  ackThreadPoolQueueCapacity: setting('100000', 'Waiting acks from which more are refused', 'requests'),
  transactionTimeOut: setting('6000', 'Age of a half message at its first check', 'ms'),
  transactionCheckMax: setting('15', 'Checks of a half message before it is dropped'),
  transactionCheckInterval: setting('30000', 'Time between two checks of half messages', 'ms'),
  rejectTransactionMessage: setting('false', 'Whether transactional messages are refused'),
  enablePropertyFilter: setting('false', 'Whether groups can filter by SQL'),
  timerWheelEnable: setting('true', 'Whether messages with a delivery time are accepted'),
  timerMaxDelaySec: setting('259200', 'Latest delivery time of a message', 'seconds'),
  slaveReadEnable: setting('false', 'Whether clients that are far behind read from a replica'),
  popConsumerKVServiceEnable: setting('false', 'Whether deliveries of 5.x clients are kept in RocksDB'),
  traceTopicEnable: setting('false', 'Whether the broker has the system topic for traces'),
} as const satisfies Readonly<Record<string, BrokerSetting>>;

export type BrokerSettingName = keyof typeof SETTINGS;
export const BROKER_SETTINGS: Readonly<Record<BrokerSettingName, BrokerSetting>> = SETTINGS;
export const BROKER_SETTING_NAMES = Object.keys(SETTINGS) as [BrokerSettingName, ...BrokerSettingName[]];
