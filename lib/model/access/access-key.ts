import { tooManyBytes } from '../check-number';
import { byteLength } from '../byte-length';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import type { AccessRule } from './access-rule';

/** An access key as people see it: never its secret. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  /** Grows with every change. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly expiresAt: Date | null;
  /** Coalesced: at most some seconds behind. */
  readonly lastUsedAt: Date | null;
  /** Set while the secret before the newest one is accepted as well. */
  readonly oldSecretUntil: Date | null;
  /** False when it was sealed with a REDRIVE_SECRET_KEY that this process does not have. */
  readonly readable: boolean;
}

/**
 * How far the time that a client signs may be from the database's: a signature is good for no longer. Most clients
 * write their local time, at most 14 hours from UTC; one hour is for clocks that are wrong.
 */
export const DEFAULT_SIGNATURE_WINDOW_MS = 15 * 60 * 60 * 1000;

/** What the database said at `readAt`, with its clock. */
export type AccessKeyState = 'active' | 'disabled' | 'expired' | 'unreadable';

export const ACCESS_KEY_LIMITS = {
  nameBytes: 100,
  noteBytes: 1_000,
  /** All of them are kept in memory, so that a call costs no query. */
  keys: 1_000,
  maxOverlapMs: 24 * 60 * 60 * 1000,
} as const;

export function stateOf(key: Pick<AccessKey, 'disabledAt' | 'expiresAt' | 'readable'>, now: Date): AccessKeyState {
  if (key.disabledAt !== null) return 'disabled';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  return key.readable ? 'active' : 'unreadable';
}

/** @throws BrokerError bad-request */
export function checkAccessKeyTexts({ name, note }: { readonly name: string; readonly note: string }): void {
  if (name.trim() === '') {
    throw new BrokerError('bad-request', told('name must not be empty: it says where the key is used.'), {
      field: 'name',
      limit: 'at least 1 character',
      value: '',
    });
  }
  checkBytes('name', name, ACCESS_KEY_LIMITS.nameBytes);
  checkBytes('note', note, ACCESS_KEY_LIMITS.noteBytes);
}

function checkBytes(field: string, text: string, limit: number): void {
  const value = byteLength(text);
  if (value <= limit) return;
  throw tooManyBytes(field, limit, value);
}
