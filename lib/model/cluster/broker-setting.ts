import { msg } from '../language/t';

/** A setting of a broker that the console shows. Others are never read: a configuration holds secrets in clear. */
export interface BrokerSetting {
  /** Of Apache RocketMQ 5.3.3 and 5.5.0. */
  readonly usual: string;
  readonly unit: 'hours' | 'percent' | 'bytes' | 'ms' | 'seconds' | 'requests' | null;
  /** A message: what it decides. */
  readonly effect: string;
}

const setting = (usual: string, effect: string, unit: BrokerSetting['unit'] = null): BrokerSetting => ({
  ...{ usual, unit, effect },
});

const SETTINGS = {
  fileReservedTime: setting('72', msg('How long messages are kept'), 'hours'),
  deleteWhen: setting('04', msg('Hour of the day at which expired files are deleted')),
  diskMaxUsedSpaceRatio: setting('75', msg('Disk usage above which expired files are deleted at any hour'), 'percent'),
  maxMessageSize: setting('4194304', msg('Maximum size of a message'), 'bytes'),
  flushDiskType: setting('ASYNC_FLUSH', msg('Whether a send waits until its message is on disk')),
  brokerRole: setting('ASYNC_MASTER', msg('Whether a send waits until its message is on a replica')),
  brokerPermission: setting('6', msg('Reads and writes (6), reads only (4) or writes only (2)')),
  autoCreateTopicEnable: setting('true', msg('Whether clients create topics')),
  autoCreateSubscriptionGroup: setting('true', msg('Whether clients create consumer groups')),
  brokerFastFailureEnable: setting('true', msg('Whether requests that wait too long in the queue are refused')),
  waitTimeMillsInSendQueue: setting('200', msg('How long a send may wait in the queue before it is refused'), 'ms'),
  waitTimeMillsInPullQueue: setting('5000', msg('How long a receive may wait in the queue before it is refused'), 'ms'),
  waitTimeMillsInAckQueue: setting('3000', msg('How long an ack may wait in the queue before it is refused'), 'ms'),
  osPageCacheBusyTimeOutMills: setting('1000', msg('Page cache lock time above which sends are refused'), 'ms'),
  sendThreadPoolQueueCapacity: setting('10000', msg('Most sends in the queue; more are refused'), 'requests'),
  pullThreadPoolQueueCapacity: setting('100000', msg('Most receives in the queue; more are refused'), 'requests'),
  ackThreadPoolQueueCapacity: setting('100000', msg('Most acks in the queue; more are refused'), 'requests'),
  transactionTimeOut: setting('6000', msg('Age of a half message at its first check'), 'ms'),
  transactionCheckMax: setting('15', msg('Number of checks after which a half message is discarded')),
  transactionCheckInterval: setting('30000', msg('Time between two checks of half messages'), 'ms'),
  rejectTransactionMessage: setting('false', msg('Whether transactional messages are refused')),
  enablePropertyFilter: setting('false', msg('Whether groups can filter by SQL')),
  timerWheelEnable: setting('true', msg('Whether messages with a delivery time are accepted')),
  timerMaxDelaySec: setting('259200', msg('Longest delay of a scheduled message'), 'seconds'),
  slaveReadEnable: setting('false', msg('Whether clients that are far behind read from a replica')),
  popConsumerKVServiceEnable: setting('false', msg('Whether deliveries of 5.x clients are kept in RocksDB')),
  traceTopicEnable: setting('false', msg('Whether the broker has the system topic for traces')),
} as const satisfies Readonly<Record<string, BrokerSetting>>;

export type BrokerSettingName = keyof typeof SETTINGS;
export const BROKER_SETTINGS: Readonly<Record<BrokerSettingName, BrokerSetting>> = SETTINGS;
export const BROKER_SETTING_NAMES = Object.keys(SETTINGS) as [BrokerSettingName, ...BrokerSettingName[]];
