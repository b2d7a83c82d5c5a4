const SLAB_BYTES = 16_384;
/** A slab with less room than this is not worth keeping. */
const LEAST_ROOM = 1_024;
const MOST_SPARE = 64;

interface Slab {
  readonly memory: Buffer;
  used: number;
}

/** Rests of slabs whose other part is on its way to a socket. */
const spare: Slab[] = [];

/** What one connection writes before it is flushed: many small frames side by side in a few pieces. */
export class Output {
  #pieces: Buffer[] = [];
  #slab: Slab | null = null;
  /** Where the piece in the slab begins. */
  #from = 0;
  /** Not yet flushed. */
  bytes = 0;
  /** Where `reserve` made room. */
  memory: Buffer = Buffer.alloc(0);

  /** Makes room in `memory`. @returns where */
  reserve(bytes: number): number {
    this.bytes += bytes;
    if (bytes > SLAB_BYTES / 2) {
      this.#cut();
      this.memory = Buffer.allocUnsafeSlow(bytes);
      this.#pieces.push(this.memory);
      return 0;
    }
    let slab = this.#slab;
    if (slab === null || slab.used + bytes > SLAB_BYTES) {
      this.#cut();
      slab = takeSlab(bytes);
      this.#slab = slab;
      this.#from = slab.used;
    }
    const at = slab.used;
    slab.used += bytes;
    this.memory = slab.memory;
    return at;
  }

  append(bytes: Buffer): void {
    const at = this.reserve(bytes.length);
    bytes.copy(this.memory, at);
  }

  /** Without copying: its owner writes into it no more. */
  attach(bytes: Buffer): void {
    this.#cut();
    this.#pieces.push(bytes);
    this.bytes += bytes.length;
  }

  take(): Buffer[] {
    this.#cut();
    if (this.#slab !== null) {
      if (SLAB_BYTES - this.#slab.used >= LEAST_ROOM && spare.length < MOST_SPARE) spare.push(this.#slab);
      this.#slab = null;
    }
    const pieces = this.#pieces;
    this.#pieces = [];
    this.bytes = 0;
    return pieces;
  }

  #cut(): void {
    if (this.#slab === null || this.#slab.used === this.#from) return;
    this.#pieces.push(this.#slab.memory.subarray(this.#from, this.#slab.used));
    this.#from = this.#slab.used;
  }
}

function takeSlab(bytes: number): Slab {
  const kept = spare.pop();
  if (kept !== undefined && kept.used + bytes <= SLAB_BYTES) return kept;
  return { memory: Buffer.allocUnsafeSlow(SLAB_BYTES), used: 0 };
}
