/** Where the original keeps a delayed message's time, milliseconds since 1970, among its properties: MessageConst. */
const DELIVER_MS = 'TIMER_DELIVER_MS';

type Properties = Readonly<Record<string, string>>;

export function withDeliveryTime(properties: Properties, deliverAt: Date | null): Properties {
  return deliverAt === null ? properties : { ...properties, [DELIVER_MS]: String(deliverAt.getTime()) };
}

/** Null: never was a delayed message. */
export function deliveryTimeOf(properties: Properties | null): Date | null {
  const text = properties?.[DELIVER_MS];
  return text === undefined ? null : new Date(Number(text));
}

/**
 * The 18 delay levels of RocketMQ 4, seconds. Clients of version 5 send a time instead; operators know the levels.
 * Source: MessageStoreConfig.messageDelayLevel.
 */
export const DELAY_LEVELS_SECONDS: readonly number[] = [
  1, 5, 10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200,
];

/** What RocketMQ calls the place where delayed messages wait; here it is a table, and no topic. */
export const CLASSIC_SCHEDULE_TOPIC = 'SCHEDULE_TOPIC_XXXX';
