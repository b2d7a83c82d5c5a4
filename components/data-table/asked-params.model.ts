/** No page takes longer: what was asked for before is not on its way any more. */
const LIMIT_MS = 30_000;

/**
 * The address that was asked for last. The router shows a new one only when its page has arrived, so a change that is
 * made before that builds on what was asked for. Otherwise it would take back the change before it.
 */
export class AskedParams {
  #path = '';
  /** From the address that is shown to the one that was asked for last. */
  #texts: readonly string[] = [];
  #askedMs = 0;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** What a change builds on. */
  latest(path: string, shown: string): string {
    return this.#isOnItsWay(path, shown) ? (this.#texts.at(-1) ?? shown) : shown;
  }

  asked(path: string, shown: string, text: string): void {
    // No page arrives for the address that is shown.
    if (text === shown) this.#texts = [];
    else this.#texts = this.#isOnItsWay(path, shown) ? [...this.#texts, text] : [shown, text];
    this.#path = path;
    this.#askedMs = this.nowMs();
  }

  /** An address has arrived: with the last one, earlier addresses are reached by Back alone. */
  arrived(path: string, shown: string): void {
    if (!this.#isOnItsWay(path, shown) || this.#texts.at(-1) === shown) this.#texts = [];
  }

  #isOnItsWay(path: string, shown: string): boolean {
    return path === this.#path && this.#texts.includes(shown) && this.nowMs() - this.#askedMs < LIMIT_MS;
  }
}
