import { createHmac, timingSafeEqual } from 'node:crypto';

import { BrokerError } from '../../model/errors';

/** What a receipt handle says: which delivery of which message, and the epoch it is fenced with. */
export type Handle = {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  /** The delivery this handle was given for; 1 = the first. */
  readonly attempt: number;
  readonly ordered: boolean;
} & (
  | { readonly kind: 'lease'; readonly leaseId: number; readonly bit: number }
  | { readonly kind: 'retry'; readonly epoch: number }
);

const VERSION = 1;
const KIND_LEASE = 1;
const KIND_RETRY = 2;
const ORDERED_FLAG = 0x80;
const BODY_BYTES = 1 + 1 + 4 + 4 + 8 + 8 + 1 + 2;
const MAC_BYTES = 16;
const HANDLE_CHARS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3);

/** Writes and reads receipt handles. Signed, so that a forged or altered one is refused before any SQL. */
export class HandleCodec {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  encode(handle: Handle): string {
    const bytes = Buffer.alloc(BODY_BYTES + MAC_BYTES);
    bytes.writeUInt8(VERSION, 0);
    bytes.writeUInt8((handle.kind === 'lease' ? KIND_LEASE : KIND_RETRY) | (handle.ordered ? ORDERED_FLAG : 0), 1);
    bytes.writeInt32BE(handle.groupId, 2);
    bytes.writeInt32BE(handle.queueId, 6);
    bytes.writeBigInt64BE(BigInt(handle.off), 10);
    bytes.writeBigInt64BE(BigInt(handle.kind === 'lease' ? handle.leaseId : handle.epoch), 18);
    bytes.writeUInt8(handle.kind === 'lease' ? handle.bit : 0, 26);
    bytes.writeUInt16BE(handle.attempt, 27);
    this.#mac(bytes).copy(bytes, BODY_BYTES);
    return bytes.toString('base64url');
  }

  /**
   * @param groupId null: the caller checks the group itself.
   * @throws BrokerError invalid-receipt-handle: not one of ours, or of another group
   */
  decode(text: string, groupId: number | null): Handle {
    const bytes = text.length === HANDLE_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
    // Buffer.from ignores what is not base64url: only the exact text that encode() wrote is accepted.
    if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== text)
      throw invalidHandle('cannot be read');
    if (!timingSafeEqual(this.#mac(bytes), bytes.subarray(BODY_BYTES)))
      throw invalidHandle('is not one this broker gave');
    if (bytes.readUInt8(0) !== VERSION) throw invalidHandle('has an unknown version');
    if (groupId !== null && bytes.readInt32BE(2) !== groupId) throw invalidHandle('belongs to another consumer group');
    const flags = bytes.readUInt8(1);
    const common = {
      groupId: bytes.readInt32BE(2),
      queueId: bytes.readInt32BE(6),
      off: Number(bytes.readBigInt64BE(10)),
      attempt: bytes.readUInt16BE(27),
      ordered: (flags & ORDERED_FLAG) !== 0,
    };
    const number = Number(bytes.readBigInt64BE(18));
    return (flags & ~ORDERED_FLAG) === KIND_LEASE
      ? { ...common, kind: 'lease', leaseId: number, bit: bytes.readUInt8(26) }
      : { ...common, kind: 'retry', epoch: number };
  }

  #mac(bytes: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(bytes.subarray(0, BODY_BYTES)).digest().subarray(0, MAC_BYTES);
  }
}

/**
 * The one refusal of every handle that does not hold a live lease: SDKs stop retrying on it. Applications look for the
 * name of the code in its text.
 */
export function invalidHandle(why: string): BrokerError {
  return new BrokerError('invalid-receipt-handle', `INVALID_RECEIPT_HANDLE: receiptHandle ${why}.`, {
    field: 'receiptHandle',
  });
}
