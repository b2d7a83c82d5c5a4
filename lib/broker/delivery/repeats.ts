const MAX_REMEMBERED = 50_000;

/** Which receives of ordered groups may be repeats, so that the others need not ask the database. */
export class Repeats {
  readonly #clients = new Set<string>();
  readonly #attempts = new Set<string>();

  /**
   * The attempt id was answered here before, or the client is new here: another process may have answered it.
   * True once per new client.
   */
  mayRepeat(groupId: number, clientId: number, attemptId: string | null): boolean {
    if (attemptId === null) return false;
    const client = `${groupId} ${clientId}`;
    const isNew = !this.#clients.has(client);
    remember(this.#clients, client);
    return isNew || this.#attempts.has(`${client} ${attemptId}`);
  }

  /** Messages were handed out under this attempt id. */
  answered(groupId: number, clientId: number, attemptId: string | null): void {
    if (attemptId !== null) remember(this.#attempts, `${groupId} ${clientId} ${attemptId}`);
  }
}

/** The oldest go first. */
function remember(set: Set<string>, key: string): void {
  set.delete(key);
  set.add(key);
  for (const oldest of set) {
    if (set.size <= MAX_REMEMBERED) break;
    set.delete(oldest);
  }
}
