const MOST = 8_192;

/** Streams that we have reset lately: what is still on its way to them is no fault of the peer. */
export class RecentResets {
  readonly #ids = new Set<number>();

  has(streamId: number): boolean {
    return this.#ids.has(streamId);
  }

  add(streamId: number): void {
    this.#ids.add(streamId);
    if (this.#ids.size <= MOST) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
  }
}
