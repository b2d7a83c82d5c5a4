import { clientIntern } from '../../store/queries/client/client-intern';
import type { Queryable } from '../../store/queryable';

const MAX_CACHED = 10_000;

/** Client ids of the wire and the integers they are stored as. Names never change, so the cache never goes stale. */
export class ClientDirectory {
  readonly #db: Queryable;
  readonly #ids = new Map<string, Promise<number>>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  id(name: string): Promise<number> {
    const cached = this.#ids.get(name);
    if (cached !== undefined) return cached;
    const asked = clientIntern(this.#db, name);
    asked.catch(() => this.#ids.delete(name));
    if (this.#ids.size >= MAX_CACHED) this.#ids.clear();
    this.#ids.set(name, asked);
    return asked;
  }
}
