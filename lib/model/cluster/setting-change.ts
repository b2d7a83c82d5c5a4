import { BrokerError } from '../errors';
import { msg, type Told, told } from '../language/t';
import type { BrokerSettingName } from './broker-setting';

/** How a setting is changed while brokers run. */
export interface SettingChange {
  /** Whole numbers; null: true or false. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** A message: what to know before it is changed. */
  readonly warning: string | null;
  /** A broker with a DLedger commit log reads it only when it starts. */
  readonly isFixedInDledger: boolean;
}

const whole = (min: number, max: number, more: Partial<SettingChange> = {}): SettingChange => ({
  ...{ range: { min, max }, warning: null, isFixedInDledger: false, ...more },
});
const flag = (warning: string | null = null): SettingChange => ({ range: null, warning, isFixedInDledger: false });

const HOUR_MS = 3_600_000;
const QUEUE_WAIT = whole(10, 60_000);

/**
 * All that an operator may change: what brokers of 5.3.3 and 5.5.0 read each time that they use it. maxMessageSize is
 * none of them: the timer of a broker keeps a buffer of the size at its start, and stops at a message above that size.
 */
const CHANGES = {
  fileReservedTime: whole(1, 8_760, {
    warning: msg(
      'With a lower value, brokers delete older messages, including unread ones. A revert does not bring them back.',
    ),
    isFixedInDledger: true,
  }),
  diskMaxUsedSpaceRatio: whole(10, 95, {
    warning: msg(
      `With a value below the current disk usage, brokers immediately delete their oldest files, including unread
      messages.`,
    ),
    isFixedInDledger: true,
  }),
  waitTimeMillsInSendQueue: QUEUE_WAIT,
  waitTimeMillsInPullQueue: QUEUE_WAIT,
  waitTimeMillsInAckQueue: QUEUE_WAIT,
  osPageCacheBusyTimeOutMills: whole(100, 60_000),
  transactionTimeOut: whole(1_000, HOUR_MS),
  transactionCheckMax: whole(1, 1_000, {
    warning: msg(
      'With a lower value, half messages that have already been checked as often are discarded at their next check.',
    ),
  }),
  transactionCheckInterval: whole(1_000, HOUR_MS),
  autoCreateSubscriptionGroup: flag(msg('With false, clients of a group that does not exist are refused.')),
  brokerFastFailureEnable: flag(msg('With false, requests wait until the client times out.')),
  rejectTransactionMessage: flag(msg('With true, producers of transaction messages get errors.')),
  slaveReadEnable: flag(),
} as const satisfies Partial<Record<BrokerSettingName, SettingChange>>;

export type ChangeableSetting = keyof typeof CHANGES;
export const SETTING_CHANGES: Readonly<Record<ChangeableSetting, SettingChange>> = CHANGES;
export const CHANGEABLE_SETTINGS = Object.keys(CHANGES) as [ChangeableSetting, ...ChangeableSetting[]];

export function isChangeable(name: string): name is ChangeableSetting {
  return Object.hasOwn(CHANGES, name);
}

/** Why a broker must not get this value as a new one; null: it may. */
export function valueBlock(setting: ChangeableSetting, value: string): Told | null {
  const { range } = SETTING_CHANGES[setting];
  if (range === null) return isOfKind(setting, value) ? null : told('Must be true or false.');
  const { min, max } = range;
  const isWithin = isOfKind(setting, value) && Number(value) >= min && Number(value) <= max;
  return isWithin ? null : told('Must be a whole number from {min, number} to {max, number}.', { min, max });
}

/** @throws BrokerError bad-request */
export function requireSettingValue(setting: ChangeableSetting, value: string): void {
  const block = valueBlock(setting, value);
  if (block === null) return;
  const { range } = SETTING_CHANGES[setting];
  throw new BrokerError('bad-request', told('{setting}: {block}', { setting, block }), {
    ...{ field: 'value', limit: range === null ? 'true, false' : `${range.min} to ${range.max}`, value },
  });
}

/** A setting of the list and a value of its kind: all that a broker is ever sent, also to give it back what it had. */
export function isSendable(setting: string, value: string): boolean {
  return isChangeable(setting) && isOfKind(setting, value);
}

function isOfKind(setting: ChangeableSetting, value: string): boolean {
  if (SETTING_CHANGES[setting].range === null) return value === 'true' || value === 'false';
  return /^(0|[1-9]\d{0,14})$/.test(value);
}
