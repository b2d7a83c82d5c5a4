export const MESSAGE_TYPES = ['NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Topic {
  readonly topicId: number;
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: Date;
  /** Internal queue ids, index = queue number. */
  readonly queueIds: readonly number[];
}
