/** Where the broker protects itself. A refused request is not stored and not counted as a delivery attempt. */
export interface Protection {
  /**
   * The longest a send may wait for the batch before it, milliseconds. Source: BrokerFastFailure,
   * waitTimeMillsInSendQueue.
   */
  readonly sendHeadWaitMs: number;
  /** Sends that may wait for one topic's next batch. Source: sendThreadPoolQueueCapacity. */
  readonly sendQueueItems: number;
  /** Held receives of one group, topic and filter. Source: popPollingSize. */
  readonly heldReceivesPerLane: number;
  /** Held receives of this process. Source: maxPopPollingSize. */
  readonly heldReceives: number;
  /**
   * Sends are refused while the disk of the embedded database has less room than this, bytes; let through again at
   * twice as much. Source: diskSpaceCleanForciblyRatio and its like, as an amount: a share means little on large disks.
   */
  readonly diskFreeBytes: number;
}

export const DEFAULT_PROTECTION: Protection = {
  sendHeadWaitMs: 200,
  sendQueueItems: 10_000,
  heldReceivesPerLane: 1_024,
  heldReceives: 100_000,
  diskFreeBytes: 256 * 1024 * 1024,
};
