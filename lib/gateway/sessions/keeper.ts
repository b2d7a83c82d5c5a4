import { renew } from '../../broker';
import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import { dismiss } from './dismiss';
import { pushSettings } from './issue-settings';
import type { ClientSession } from './session';

/** Keeps the leases of living push clients, lets those of silent ones go, and tells clients about edited settings. */
export class SessionKeeper {
  readonly #services: GatewayServices;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #subscriptions: (() => void)[] = [];

  constructor(services: GatewayServices) {
    this.#services = services;
  }

  start(): void {
    this.#every(LIVENESS.renewMs, 'renew', () => this.renewOnce());
    this.#every(LIVENESS.scanMs, 'scan', () => this.dismissSilent(Date.now()));
    const { groups, settings } = this.#services.ctx;
    this.#subscriptions.push(
      groups.onChange(({ name }) => this.#tell((session) => session.group === name)),
      settings.onChange(() => this.#tell((session) => session.kind === 'producer')),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const unsubscribe of this.#subscriptions) unsubscribe();
  }

  async renewOnce(): Promise<void> {
    const nowMs = Date.now();
    const clientIds = [...this.#services.sessions.all()]
      .filter(({ kind, lastSeenMs }) => kind === 'push' && nowMs - lastSeenMs <= LIVENESS.clientSilenceMs)
      .map(({ clientId }) => clientId);
    if (clientIds.length > 0) await renew(this.#services.ctx, { clientIds });
  }

  async dismissSilent(nowMs: number): Promise<void> {
    for (const session of this.#services.sessions.silent(nowMs)) {
      for (const stream of session.streams) stream.end();
      await dismiss(this.#services, session, null);
    }
  }

  #tell(concerns: (session: ClientSession) => boolean): void {
    for (const session of this.#services.sessions.all()) {
      if (concerns(session)) void pushSettings(this.#services, session);
    }
  }

  /** One run at a time: a slow database must not pile them up. */
  #every(periodMs: number, name: string, run: () => Promise<void>): void {
    let running = false;
    const timer = setInterval(() => {
      if (running) return;
      running = true;
      run()
        .catch((error: unknown) => this.#services.faults.report(`sessions ${name}`, error))
        .finally(() => (running = false));
    }, periodMs);
    this.#timers.push(timer);
  }
}
