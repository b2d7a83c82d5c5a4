export interface LivenessLimits {
  /** Without streams. */
  readonly idleMs: number;
  readonly keepaliveMs: number;
  readonly keepaliveTimeoutMs: number;
  /** For the preface and settings, and for each header block. */
  readonly handshakeMs: number;
}

/** When a connection was last heard of, and what follows from that. */
export class Liveness {
  readonly #limits: LivenessLimits;
  readonly #startedMs = performance.now();
  /** The first frame has come. */
  isGreeted = false;
  readMs = this.#startedMs;
  idleSinceMs = this.#startedMs;
  /** Since when the peer is asked to open no more streams; null: it may. */
  drainingMs: number | null = null;
  #pingedMs: number | null = null;

  constructor(limits: LivenessLimits) {
    this.#limits = limits;
  }

  noteRead(): void {
    this.readMs = performance.now();
    this.#pingedMs = null;
  }

  /** @param blockMs since when a header block is unfinished */
  judge(nowMs: number, streams: number, blockMs: number | null): 'fine' | 'late' | 'idle' | 'silent' {
    const { handshakeMs, idleMs, keepaliveMs, keepaliveTimeoutMs } = this.#limits;
    const isOver = (sinceMs: number | null, mostMs: number): boolean => sinceMs !== null && nowMs - sinceMs > mostMs;
    if (
      isOver(this.isGreeted ? null : this.#startedMs, handshakeMs) ||
      isOver(blockMs, handshakeMs) ||
      isOver(this.#pingedMs, keepaliveTimeoutMs) ||
      isOver(streams === 0 ? this.drainingMs : null, keepaliveTimeoutMs)
    )
      return 'late';
    if (streams === 0 && this.drainingMs === null && isOver(this.idleSinceMs, idleMs)) return 'idle';
    if (this.#pingedMs !== null || !isOver(this.readMs, keepaliveMs)) return 'fine';
    this.#pingedMs = nowMs;
    return 'silent';
  }
}
