/** What every console read answers: the data, when the database said it, and how long it took. */
export interface ReadResult<T> {
  readonly data: T;
  readonly asOf: string;
  readonly tookMs: number;
}

/** The first reads of a page that nothing answered. */
export interface Unanswered {
  /** What the server says of it, with the id under which its log has the rest. */
  readonly reason: string;
  /** By the server's clock: the database did not respond. */
  readonly askedAt: string;
}

export interface ReadFailure {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
}
