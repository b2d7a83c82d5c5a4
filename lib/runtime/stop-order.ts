import type { Log } from '../model/log';

/** Stops what was started, last first; one that fails does not keep the others running. */
export class StopOrder {
  readonly #stops: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  #stopping: Promise<void> | undefined;

  add(name: string, stop: () => Promise<void> | void): void {
    this.#stops.push({ name, stop });
  }

  run(log: Log): Promise<void> {
    this.#stopping ??= this.#runAll(log);
    return this.#stopping;
  }

  async #runAll(log: Log): Promise<void> {
    for (const { name, stop } of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        log.error({ part: name, error: String(error) }, 'stopping failed');
      }
    }
  }
}
