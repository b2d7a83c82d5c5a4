import type { DeliveryOrder, RetryPolicy } from './retry-policy';

export interface ConsumerGroup {
  readonly groupId: number;
  readonly name: string;
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
