/**
 * Why a call has no answer.
 * unreachable: no connection. timeout: connected, and no answer in time. cut: the connection ended while it waited.
 * protocol: bytes that are no answer. closed: we closed it.
 */
export type CallFailureKind = 'unreachable' | 'timeout' | 'cut' | 'protocol' | 'closed';

export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(
    readonly kind: CallFailureKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }

  /** Only then it is certain that the other side did not carry it out. */
  get wasNeverSent(): boolean {
    return this.kind === 'unreachable';
  }
}

/** By name: Next loads this module twice, and the two classes are not the same. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'CallFailure' && (error as CallFailure).kind === 'timeout';
}
