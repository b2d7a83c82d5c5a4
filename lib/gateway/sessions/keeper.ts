import { type Consumer, heartbeat, hasMoved, renew } from '../../broker';
import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import { checkTransactions } from './check-transactions';
import { dismiss } from './dismiss';
import { pushSettings } from './issue-settings';
import type { ClientSession } from './session';

/**
 * Renews the leases of connected push clients, releases those of silent ones, sends edited settings to clients, and
 * checks overdue transactions with their producers.
 */
export class SessionKeeper {
  readonly #services: GatewayServices;
  readonly #scanMs: number;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #subscriptions: (() => void)[] = [];

  constructor(services: GatewayServices, scanMs: number = LIVENESS.scanMs) {
    this.#services = services;
    this.#scanMs = scanMs;
  }

  start(): void {
    this.#every(LIVENESS.renewMs, 'renew', () => this.renewOnce());
    this.#every(LIVENESS.accessScanMs, 'access', () => this.endRefused());
    this.#every(LIVENESS.heartbeatMs, 'heartbeat', () => this.heartbeat());
    this.#every(this.#scanMs, 'scan', () => this.dismissSilent(performance.now()));
    this.#every(LIVENESS.checkTransactionsMs, 'check transactions', () =>
      checkTransactions(this.#services, performance.now()),
    );
    const { groups, settings, accessKeys } = this.#services.ctx;
    this.#subscriptions.push(
      groups.onChange(({ name }) => this.#sendSettings((session) => session.group === name)),
      settings.onChange(() => this.#sendSettings((session) => session.kind === 'producer')),
      accessKeys.onChange(() => this.#services.held.endRefused()),
    );
  }

  /** Waits for the running passes. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    await Promise.all(this.#underWay);
  }

  async renewOnce(): Promise<void> {
    const nowMs = performance.now();
    const clientIds = [...this.#services.sessions.all()]
      .filter(({ kind, lastSeenMs }) => kind === 'push' && nowMs - lastSeenMs <= LIVENESS.clientSilenceMs)
      .map(({ clientId }) => clientId);
    if (clientIds.length > 0) await renew(this.#services.ctx, { clientIds });
  }

  async heartbeat(): Promise<void> {
    const consumersByGroup = new Map<string, number>();
    const pushClients: string[] = [];
    const consumers: Consumer[] = [];
    const nowMs = performance.now();
    for (const session of this.#services.sessions.all()) {
      const { kind, group, clientId } = session;
      if (kind === 'push') pushClients.push(clientId);
      if (kind === 'producer' || kind === null || group === null) continue;
      consumersByGroup.set(group, (consumersByGroup.get(group) ?? 0) + 1);
      const rates = { receivedPerS: session.received.read(nowMs), ackedPerS: session.acknowledged.read(nowMs) };
      const sent = session.sent(nowMs);
      const described = session.describe();
      if (described !== null) consumers.push({ ...described, kind, group, ...rates, sent });
    }
    const sessions = this.#services.sessions.listClients();
    await heartbeat(this.#services.ctx, { consumersByGroup, pushClients, consumers, sessions });
  }

  /** A client that is connected to another node now has only moved there: it keeps its messages. */
  async dismissSilent(nowMs: number): Promise<void> {
    for (const session of this.#services.sessions.silent(nowMs)) {
      for (const stream of session.streams) stream.end();
      // First, or the next heartbeat would report that it is still connected here.
      this.#services.sessions.remove(session.clientId);
      if (session.kind === 'push' && (await hasMoved(this.#services.ctx, session.clientId)))
        this.#services.ctx.changes.emit({ kind: 'client' });
      else await dismiss(this.#services, session, null);
    }
  }

  /** When a key ends, so do the held calls of its clients and the leases of their push consumers. */
  async endRefused(): Promise<void> {
    this.#services.held.endRefused();
    for (const session of this.#services.sessions.all()) {
      if (!this.#services.gate.isGood(session.grant)) await dismiss(this.#services, session, null);
    }
  }

  #sendSettings(concerns: (session: ClientSession) => boolean): void {
    for (const session of this.#services.sessions.all()) {
      if (concerns(session)) void pushSettings(this.#services, session);
    }
  }

  /** One run at a time, so that they do not pile up behind a slow database. */
  #every(periodMs: number, name: string, run: () => Promise<void>): void {
    let running = false;
    const pass = async (): Promise<void> => {
      running = true;
      await run().catch((error: unknown) => this.#services.faults.report(`sessions ${name}`, error));
      running = false;
    };
    const timer = setInterval(() => {
      if (running) return;
      const started = pass().finally(() => this.#underWay.delete(started));
      this.#underWay.add(started);
    }, periodMs);
    this.#timers.push(timer);
  }
}
