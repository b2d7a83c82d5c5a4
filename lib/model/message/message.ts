import { DEAD_LETTER_KEYS, PRIORITY_KEY, RESERVED_PROPERTY_KEYS } from '../limits';
import type { MessageType } from '../topic/topic';

export type BodyEncoding = 'IDENTITY' | 'GZIP';

/** A message as a producer hands it in. */
export interface OutgoingMessage {
  /** Made by the producing client; identical in every try of the same send. */
  readonly messageId: string;
  readonly messageType: MessageType;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
  readonly bodyEncoding: BodyEncoding;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  /** Of a transaction's message: how long its producer has before it is asked; absent: the broker's check interval. */
  readonly recoverAfterMs?: number | undefined;
  /** Not delivered before; null: a message that is not of type DELAY. */
  readonly deliverAt: Date | null;
  /** Only of a message of type PRIORITY: 0 is the lowest. */
  readonly priority?: number | undefined;
  readonly body: Buffer;
}

/** What a message weighs for limits and in figures, bytes: its body, and what applications put beside it. */
export function bytesOf({
  body,
  tag,
  keys,
  properties,
}: Pick<OutgoingMessage, 'body' | 'tag' | 'keys' | 'properties'>): number {
  let bytes = body.length + (tag === null ? 0 : Buffer.byteLength(tag));
  for (const key of keys) bytes += Buffer.byteLength(key);
  for (const [key, value] of Object.entries(properties)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

/** What the broker did with one message of a send. */
export interface SendReceipt {
  readonly messageId: string;
  readonly queueNo: number;
  /** 0 for a half message, -1 while it waits for its delivery time: neither is in the log yet. */
  readonly offset: number;
  /** What the producer ends the transaction with; only of a half message. */
  readonly transactionId?: string;
  /** The id was stored already: nothing was stored again. */
  readonly duplicate: boolean;
  /** When a delayed message is due (of a repeat: the first one's time); not set once it is in the log. */
  readonly scheduledFor?: Date;
}

/** A message handed to a consumer, under a lease. */
export interface DeliveredMessage extends OutgoingMessage {
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly storedAt: Date;
  /** Opaque for clients; valid until the lease ends or changes. */
  readonly receiptHandle: string;
  /** 1 = the first delivery. */
  readonly attempt: number;
  /** Raised by each re-drive. */
  readonly generation: number;
  readonly invisibleMs: number;
  readonly leaseEndsAt: Date;
}

/** What the broker keeps among the properties for itself (names of the original) is not the application's to see. */
export function userProperties(properties: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !RESERVED_PROPERTY_KEYS.has(key)));
}

/** Where a message of a dead-letter topic came from; null: it is not a copy of a dead letter. */
export function originOfDeadLetter(
  properties: Readonly<Record<string, string>>,
): { readonly topic: string; readonly messageId: string } | null {
  const { [DEAD_LETTER_KEYS.topic]: topic, [DEAD_LETTER_KEYS.messageId]: messageId } = properties;
  return topic === undefined || messageId === undefined ? null : { topic, messageId };
}

/** It is stored among the properties, as in Apache RocketMQ; undefined: the message has none. */
export function priorityOf(properties: Readonly<Record<string, string>> | null): number | undefined {
  const stored = properties?.[PRIORITY_KEY];
  return stored === undefined ? undefined : Number(stored);
}

/** The topic of a message, and the one that it is a copy from: rules about either are about it. */
export function topicsOf(topic: string, properties: Readonly<Record<string, string>> | null): readonly string[] {
  const from = originOfDeadLetter(properties ?? {})?.topic;
  return from === undefined ? [topic] : [topic, from];
}
