/** What every console read answers: the data, when the database said it, and how long it took. */
export interface ReadResult<T> {
  readonly data: T;
  readonly asOf: string;
  readonly tookMs: number;
}

export interface ReadFailure {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
}
