import { isNamed } from '../../model/errors';
import { english } from '../../model/language/t';
import type { Reason } from '../../model/language/t';

/**
 * Why a call has no answer.
 * unreachable: no connection. timeout: connected, and no answer in time. cut: the connection ended while it waited.
 * protocol: bytes that are no answer. closed: we closed it.
 */
export type CallFailureKind = 'unreachable' | 'timeout' | 'cut' | 'protocol' | 'closed';

export class CallFailure extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'CallFailure');
  }

  override readonly name = 'CallFailure';

  constructor(
    readonly kind: CallFailureKind,
    readonly reason: Reason,
    cause?: unknown,
  ) {
    super(english(reason), cause === undefined ? undefined : { cause });
  }

  /** Only then it is certain that the other side did not carry it out. */
  get wasNeverSent(): boolean {
    return this.kind === 'unreachable';
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof CallFailure && error.kind === 'timeout';
}
