import type { DeliveryOrder, RetryPolicy } from './retry-policy';

/**
 * RocketMQ's own words. Clustering: the clients of a group share the messages. Broadcasting: each client gets all of
 * them, at least once, and a failure is on record but never retried.
 */
export const MESSAGE_MODELS = ['clustering', 'broadcasting'] as const;
export type MessageModel = (typeof MESSAGE_MODELS)[number];

export interface ConsumerGroup {
  readonly groupId: number;
  readonly name: string;
  readonly messageModel: MessageModel;
  /**
   * A member of a broadcast group, one per client, is a group in storage with a hidden name. Null: an ordinary group.
   */
  readonly broadcastOf: number | null;
  readonly deliveryOrder: DeliveryOrder;
  /** N retries are N + 1 deliveries. */
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  readonly consumptionTimeoutMs: number;
  /** Rises with every change; an update names the version it saw. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
