/**
 * Waits for one thing after another, each no longer than its limit, and none longer than what it all depends on lives.
 */
export class Lifeline {
  #cutBy: Error | null = null;
  #giveUp: ((reason: Error) => void) | null = null;

  /** What is waited for now fails, and so does all that would be waited for. */
  cut(reason: Error): void {
    this.#cutBy ??= reason;
    this.#giveUp?.(this.#cutBy);
  }

  get isCut(): boolean {
    return this.#cutBy !== null;
  }

  async wait<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        work.then(resolve, reject);
        this.#giveUp = reject;
        if (this.#cutBy !== null) reject(this.#cutBy);
        if (limitMs === undefined) return;
        // A process that was busy for that long reads what has arrived meanwhile before it judges.
        const late = (): void => void setImmediate(() => reject(new Error(`no answer within ${limitMs} ms`)));
        timer = setTimeout(late, limitMs).unref();
      });
    } finally {
      clearTimeout(timer);
      this.#giveUp = null;
    }
  }
}
