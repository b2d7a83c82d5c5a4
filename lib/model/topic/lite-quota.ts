import { requireCount } from '../check-number';

/** How many lite topics a topic of type LITE may have: a send that would make one more is refused with 42901. */
export interface LiteQuota {
  readonly perTopic: number;
}

/** maxLmqConsumeQueueNum of Apache RocketMQ is 20,000 for a broker. Here a lite topic costs a row of a table. */
export const DEFAULT_LITE_QUOTA: LiteQuota = { perTopic: 100_000 };
export const MOST_LITE_TOPICS = 1_000_000;

/** @throws BrokerError bad-request */
export function checkLiteQuota({ perTopic }: LiteQuota): void {
  requireCount('perTopic', perTopic, MOST_LITE_TOPICS);
}
