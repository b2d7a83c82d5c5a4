import type { OutgoingMessage } from '../../../model/message/message';

/** The messages of one statement. A larger message is stored alone. */
export const MAX_BATCH = { messages: 1000, bytes: 4 * 1024 * 1024 } as const;

/** The share of a batch that these messages take; above 1 they need more than one. */
export function weighBatch(messages: readonly OutgoingMessage[]): number {
  const bytes = messages.reduce((sum, { body }) => sum + body.length, 0);
  return Math.max(messages.length / MAX_BATCH.messages, bytes / MAX_BATCH.bytes);
}

/** The messages of a call, in order, in as few parts as fit into a batch each. */
export function batchesOf(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const parts: OutgoingMessage[][] = [];
  let part: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    bytes += message.body.length;
    if (part.length > 0 && (part.length >= MAX_BATCH.messages || bytes > MAX_BATCH.bytes)) {
      parts.push(part);
      part = [];
      bytes = message.body.length;
    }
    part.push(message);
  }
  return part.length === 0 ? parts : [...parts, part];
}
