import type { LiveChange } from '../model/live-change';

export interface WakeMessage {
  readonly topicIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly changes: readonly LiveChange[];
  /** The process that says so serves clients from now on. */
  readonly joined: boolean;
}

/** NOTIFY takes 7,999 bytes. Ids have at most 10 digits and a comma; the rest is for the frame around them. */
const MAX_IDS = 250;
const MAX_CHANGES_BYTES = 2_000;

/** Hints that wait to be sent, each at most once, however long the connection is down. */
export class WakeHints {
  readonly #topicIds = new Set<number>();
  readonly #groupIds = new Set<number>();
  #changes: readonly LiveChange[] = [];
  #joined = false;

  get isEmpty(): boolean {
    return this.#topicIds.size === 0 && this.#groupIds.size === 0 && this.#changes.length === 0 && !this.#joined;
  }

  add({ topicIds = [], groupIds = [], changes = [], joined = false }: Partial<WakeMessage>): void {
    this.#joined ||= joined;
    for (const id of topicIds) this.#topicIds.add(id);
    for (const id of groupIds) this.#groupIds.add(id);
    if (changes.length > 0) this.#changes = bounded([...this.#changes, ...changes]);
  }

  /** As much as one message holds. */
  take(): WakeMessage {
    const [changes, joined] = [this.#changes, this.#joined];
    this.#changes = [];
    this.#joined = false;
    return { topicIds: takeFrom(this.#topicIds), groupIds: takeFrom(this.#groupIds), changes, joined };
  }
}

/** Beyond the limit, "something of this kind changed" says it all. */
function bounded(changes: readonly LiveChange[]): readonly LiveChange[] {
  if (Buffer.byteLength(JSON.stringify(changes)) <= MAX_CHANGES_BYTES) return changes;
  return [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind }));
}

function takeFrom(ids: Set<number>): number[] {
  const taken = [...ids].slice(0, MAX_IDS);
  for (const id of taken) ids.delete(id);
  return taken;
}
