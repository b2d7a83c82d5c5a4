/** Where the broker protects itself. A refused request is not stored and not counted as a delivery attempt. */
export interface Protection {
  /** The longest a send may wait for the batch before it, milliseconds. Source: BrokerFastFailure, waitTimeMillsInSendQueue. */
  readonly sendHeadWaitMs: number;
  /** Sends that may wait for one topic's next batch. Source: sendThreadPoolQueueCapacity. */
  readonly sendQueueItems: number;
  /** Held receives of one group, topic and filter. Source: popPollingSize. */
  readonly heldReceivesPerLane: number;
  /** Held receives of this process. Source: maxPopPollingSize. */
  readonly heldReceives: number;
}

export const DEFAULT_PROTECTION: Protection = {
  sendHeadWaitMs: 200,
  sendQueueItems: 10_000,
  heldReceivesPerLane: 1_024,
  heldReceives: 100_000,
};
