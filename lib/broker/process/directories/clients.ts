import { clientIntern } from '../../../store/queries/client/client-intern';
import type { Queryable } from '../../../store/queryable';
import { LeastRecentlyUsed } from '../../filter/least-recently-used';

/** Characters of the ids of about 20,000 clients: the ones silent for the longest are dropped first. */
const MAX_CACHED_CHARS = 1_000_000;

interface Client {
  readonly asked: Promise<number>;
  /** Null: not answered yet. */
  id: number | null;
}

/** Client ids of the wire and the integers they are stored as. Names never change, so the cache never goes stale. */
export class ClientDirectory {
  readonly #db: Queryable;
  readonly #ids = new LeastRecentlyUsed<Client>(MAX_CACHED_CHARS);

  constructor(db: Queryable) {
    this.#db = db;
  }

  id(name: string): Promise<number> {
    const cached = this.#ids.get(name);
    if (cached !== undefined) return cached.asked;
    const client: Client = { asked: clientIntern(this.#db, name), id: null };
    client.asked.then(
      (id) => (client.id = id),
      () => this.#ids.delete(name),
    );
    this.#ids.set(name, client);
    return client.asked;
  }

  /** It has left. @returns its id; null: not known here */
  forget(name: string): number | null {
    const id = this.#ids.get(name)?.id ?? null;
    this.#ids.delete(name);
    return id;
  }

  get size(): number {
    return this.#ids.size;
  }
}
