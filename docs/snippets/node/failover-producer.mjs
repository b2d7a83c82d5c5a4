// Sends to another broker while the usual one goes on throttling, around the unmodified RocketMQ client:
//   const producer = new FailoverProducer(main, other, { afterMs: 60_000 })

/**
 * `main`, `other`: started producers of two brokers. Throttled for `afterMs`, sends go to `other`; every `probeMs` one
 * of them tries `main` first, and the first that succeeds there brings all of them back.
 */
export class FailoverProducer {
  #throttledSince = null;
  #probeAt = 0;

  constructor(main, other, { afterMs = 60_000, probeMs = 10_000, now = () => performance.now() } = {}) {
    Object.assign(this, { main, other, afterMs, probeMs, now });
  }

  /** Not for ordered messages (their order would be lost) nor for transactions (begin a new one on `other`). */
  async send(message) {
    if (this.#isAway()) return await this.other.send(message);
    try {
      const receipt = await this.main.send(message);
      this.#throttledSince = null;
      return receipt;
    } catch (error) {
      // Only this refusal promises that nothing was stored; after any other error the message may be there already.
      if (!isThrottled(error)) throw error;
      this.#throttledSince ??= this.now();
      this.#probeAt = this.now() + this.probeMs;
      if (this.now() - this.#throttledSince < this.afterMs) throw error;
      return await this.other.send(message);
    }
  }

  #isAway() {
    if (this.#throttledSince === null || this.now() - this.#throttledSince < this.afterMs) return false;
    if (this.now() < this.#probeAt) return true;
    this.#probeAt = this.now() + this.probeMs;
    return false;
  }
}

/** The SDK has waited and tried three times before this arrives. */
export function isThrottled(error) {
  return error?.name === 'TooManyRequestsException' || error?.code === 42900;
}
