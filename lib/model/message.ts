import type { MessageType } from './topic';

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
  readonly body: Buffer;
}

/** What the broker did with one message of a send. */
export interface SendReceipt {
  readonly messageId: string;
  readonly queueNo: number;
  /** 0 for a half message: it has no place in the log yet. */
  readonly offset: number;
  /** What the producer ends the transaction with; only of a half message. */
  readonly transactionId?: string;
  /** The id was stored already: nothing was stored again. */
  readonly duplicate: boolean;
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
