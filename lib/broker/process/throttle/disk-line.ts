/**
 * Room on the disk of the embedded database. Closed below the line, open again at twice the line. Kept by each process,
 * not in the database: a full disk is what stops the database, so the line must hold without it. All processes beside
 * that disk measure the same room, and one that starts with more than the line free may take messages: the line is what
 * protects, not its double.
 */
export class DiskLine {
  /** Bytes. */
  readonly line: number;
  readonly #nowMs: () => number;
  readonly #staleMs: number;
  #bytes: number | null = null;
  #readAtMs = 0;
  #closed = false;
  /** The database itself says so, wherever its disk is. */
  readonly isFull: () => boolean;

  /** @param staleMs free space that could not be read for longer is unknown */
  constructor(line: number, nowMs: () => number, staleMs: number, isFull: () => boolean = () => false) {
    this.line = line;
    this.#nowMs = nowMs;
    this.#staleMs = staleMs;
    this.isFull = isFull;
  }

  set(bytes: number): void {
    this.#closed = bytes < this.line * (this.#closed ? 2 : 1);
    this.#bytes = bytes;
    this.#readAtMs = this.#nowMs();
  }

  /** Null: not read lately, or not on this machine. */
  bytes(): number | null {
    return this.#bytes !== null && this.#nowMs() - this.#readAtMs <= this.#staleMs ? this.#bytes : null;
  }

  refuses(): boolean {
    return this.isFull() || this.isClosed();
  }

  isClosed(): boolean {
    return this.#closed && this.bytes() !== null;
  }
}
