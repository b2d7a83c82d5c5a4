import { timingSafeEqual } from 'node:crypto';

import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';

import { BrokerError } from '../../../model/errors';

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
/** Twice as many at most; about 250 bytes each. */
const MAX_REMEMBERED = 10_000;

/**
 * Writes and reads receipt handles. Signed (HMAC-SHA256, cut to 16 bytes), so that a forged or altered one is refused
 * before any SQL. One is signed for each message that is handed out and for each that comes back: the part of the work
 * that depends on the key alone is done once, and node:crypto would make an object each time, twice as dear.
 */
export class HandleCodec {
  readonly #keyed: ReturnType<typeof hmac.create>;
  readonly #signing: ReturnType<typeof hmac.create>;
  readonly #encoded = Buffer.alloc(BODY_BYTES + MAC_BYTES);
  readonly #mac = new Uint8Array(sha256.outputLen);
  /**
   * Lately given by this process, as nearly all are that come back: only the exact text is found, so it is one of ours
   * and need not be signed again. What is older than `#given` goes all at once.
   */
  #given = new Map<string, Handle>();
  #givenBefore = new Map<string, Handle>();

  constructor(key: Buffer) {
    this.#keyed = hmac.create(sha256, key);
    this.#signing = this.#keyed.clone();
  }

  encode(handle: Handle): string {
    const bytes = this.#encoded;
    bytes.writeUInt8(VERSION, 0);
    bytes.writeUInt8((handle.kind === 'lease' ? KIND_LEASE : KIND_RETRY) | (handle.ordered ? ORDERED_FLAG : 0), 1);
    bytes.writeInt32BE(handle.groupId, 2);
    bytes.writeInt32BE(handle.queueId, 6);
    writeNumber(bytes, handle.off, 10);
    writeNumber(bytes, handle.kind === 'lease' ? handle.leaseId : handle.epoch, 18);
    bytes.writeUInt8(handle.kind === 'lease' ? handle.bit : 0, 26);
    bytes.writeUInt16BE(handle.attempt, 27);
    bytes.set(this.#sign(bytes), BODY_BYTES);
    const text = bytes.toString('base64url');
    if (this.#given.size >= MAX_REMEMBERED) {
      this.#givenBefore = this.#given;
      this.#given = new Map();
    }
    this.#given.set(text, handle);
    return text;
  }

  /**
   * @param groupId null: the caller checks the group itself.
   * @throws BrokerError invalid-receipt-handle: not one of ours, or of another group
   */
  decode(text: string, groupId: number | null): Handle {
    const handle = this.#given.get(text) ?? this.#givenBefore.get(text) ?? this.#read(text);
    if (groupId !== null && handle.groupId !== groupId) throw invalidHandle('belongs to another consumer group');
    return handle;
  }

  #read(text: string): Handle {
    const bytes = text.length === HANDLE_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
    // Buffer.from ignores what is not base64url: only the exact text that encode() wrote is accepted.
    if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== text)
      throw invalidHandle('cannot be read');
    if (!timingSafeEqual(this.#sign(bytes), bytes.subarray(BODY_BYTES)))
      throw invalidHandle('is not one this broker gave');
    if (bytes.readUInt8(0) !== VERSION) throw invalidHandle('has an unknown version');
    const flags = bytes.readUInt8(1);
    const groupId = bytes.readInt32BE(2);
    const queueId = bytes.readInt32BE(6);
    const off = readNumber(bytes, 10);
    const number = readNumber(bytes, 18);
    const attempt = bytes.readUInt16BE(27);
    const ordered = (flags & ORDERED_FLAG) !== 0;
    return (flags & ~ORDERED_FLAG) === KIND_LEASE
      ? { groupId, queueId, off, attempt, ordered, kind: 'lease', leaseId: number, bit: bytes.readUInt8(26) }
      : { groupId, queueId, off, attempt, ordered, kind: 'retry', epoch: number };
  }

  /** Valid until the next call. */
  #sign(bytes: Buffer): Uint8Array {
    // oxlint-disable-next-line no-underscore-dangle -- the library's name for a clone that needs no new object
    this.#keyed._cloneInto(this.#signing).update(bytes.subarray(0, BODY_BYTES)).digestInto(this.#mac);
    return this.#mac.subarray(0, MAC_BYTES);
  }
}

/** Whole numbers below 2^53 as int8. */
function writeNumber(bytes: Buffer, value: number, at: number): void {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
  bytes.writeUInt32BE(value % 2 ** 32, at + 4);
}

function readNumber(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
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
