import { BrokerError } from '../../model/errors';
import type { Grant } from '../call';
import { LIVENESS, GATEWAY } from '../limits';
import { ClientSession, type ConnectedClient } from './session';

/** The clients of this process, by client id. In memory only: after a restart they introduce themselves again. */
export class SessionRegistry {
  readonly #sessions = new Map<string, ClientSession>();
  readonly #arrivals = new Map<string, Set<() => void>>();

  find(clientId: string): ClientSession | null {
    return this.#sessions.get(clientId) ?? null;
  }

  /**
   * Every call shows that the client is alive.
   * @throws BrokerError too-many-requests: a new client while there are too many; forbidden: the id of another's client
   */
  touch(clientId: string, address: string, grant: Grant = null): ClientSession {
    const nowMs = performance.now();
    let session = this.#sessions.get(clientId);
    if (session === undefined) {
      if (this.#sessions.size >= GATEWAY.maxClients) {
        throw new BrokerError('too-many-requests', `This node serves at most ${GATEWAY.maxClients} clients at once.`);
      }
      session = new ClientSession(clientId, address, nowMs, grant);
      this.#sessions.set(clientId, session);
    } else {
      // A guessed client id must not allow acting for that client: ending its session, or changing its settings.
      if (session.grant?.accessKeyId !== grant?.accessKeyId)
        throw new BrokerError('forbidden', 'x-mq-client-id is that of a client with another access key.');
      session.touch(address, nowMs, grant);
    }
    return session;
  }

  /** Wakes the calls that waited for this client's settings. */
  announce(clientId: string): void {
    for (const arrived of this.#arrivals.get(clientId) ?? []) arrived();
  }

  /** After a restart, a client may change a message before its telemetry stream is back. */
  async waitForKind(session: ClientSession): Promise<ClientSession['kind']> {
    if (session.kind !== null) return session.kind;
    const { clientId } = session;
    const waiting = this.#arrivals.get(clientId) ?? new Set();
    this.#arrivals.set(clientId, waiting);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, LIVENESS.settingsWaitMs);
      function done(): void {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      }
      waiting.add(done);
    });
    if (waiting.size === 0) this.#arrivals.delete(clientId);
    return session.kind;
  }

  remove(clientId: string): void {
    this.#sessions.delete(clientId);
  }

  all(): Iterable<ClientSession> {
    return this.#sessions.values();
  }

  /** Sessions that were silent for longer than a connected client is. */
  silent(nowMs: number): ClientSession[] {
    return [...this.#sessions.values()].filter(({ lastSeenMs }) => nowMs - lastSeenMs > LIVENESS.clientSilenceMs);
  }

  listClients(): ConnectedClient[] {
    return [...this.#sessions.values()].flatMap((session) => session.describe() ?? []);
  }
}
