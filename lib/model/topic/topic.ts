export const MESSAGE_TYPES = ['NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY', 'LITE'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Topic {
  readonly topicId: number;
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: Date;
  /** Of a LITE topic: a lite topic ends when its newest message is older; null: when that has left the log. */
  readonly liteExpirationMinutes?: number | null;
  /** Internal queue ids, index = queue number. */
  readonly queueIds: readonly number[];
}
