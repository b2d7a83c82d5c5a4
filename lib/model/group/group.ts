import type { GroupSettings } from './group-settings';

export interface ConsumerGroup extends GroupSettings {
  readonly groupId: number;
  readonly name: string;
  /**
   * A member of a broadcast group, one per client, is a group in storage with a hidden name. Null: an ordinary group.
   */
  readonly broadcastOf: number | null;
  /** Rises with every change; an update names the version it saw. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Since when an operator keeps its messages from being handed out; null: they are. */
  readonly pausedAt: Date | null;
  readonly pausedBy: string | null;
  readonly pauseReason: string | null;
}
