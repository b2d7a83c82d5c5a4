import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Log } from '../model/log';
import { clientConfig, socketOf } from './connect/client-config';
import { LosesSessions } from './connect/session-check';
import { Lifeline } from './lifeline';
import { WAKE_SESSION } from './session-settings';
import { sql } from './sql';

export interface WakeConnectionOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly onPayload: (payload: string) => void;
  /** Hints go through, for the first time or again. */
  readonly onUp: () => void;
  /** Statements are answered and what they notify does not arrive: something between takes the session away. */
  readonly onLostSession: (error: Error) => void;
  /**
   * Another server answers than before, which was given up at that moment of the monotonic clock: what was connected
   * by then is dead, and nothing may ever say so.
   */
  readonly onOtherServer: (lostAtMs: number) => void;
}

const CHANNEL = 'redrive_wake';
/** After a connection that lasted, the next one is opened at once; after one that failed at once, it is delayed. */
const RECONNECT_EVERY_MS = 1_000;
const PING_EVERY_MS = 1_000;
/** A connection whose other end is gone for good is given up within this and the time between two pings. */
const ANSWER_LIMIT_MS = 2_500;
const END_LIMIT_MS = 500;
/** Two servers with one history, such as a standby that was promoted, began at different times. */
const SELECT_SERVER = 'SELECT pg_postmaster_start_time()::text AS server';
const NOTIFY = 'SELECT pg_notify($channel, $payload)';

/**
 * One connection that listens and notifies. A network may swallow everything without closing it, so each second it
 * sends itself a notification, the way hints go: when that does not come back, hints do not either, and a new
 * connection is made.
 */
export class WakeConnection {
  readonly #options: WakeConnectionOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #life = new Lifeline();
  #client: pg.Client | null = null;
  #downSinceMs: number | null = performance.now();
  #isDownLogged = false;
  #ping = '';
  #pingCameBack: (() => void) | null = null;
  #server: string | null = null;

  constructor(options: WakeConnectionOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Null: hints go through. */
  get downForMs(): number | null {
    return this.#downSinceMs === null ? null : performance.now() - this.#downSinceMs;
  }

  /** @returns whether it was sent; false: unknown */
  async notify(payload: string): Promise<boolean> {
    if (this.#client === null) return false;
    return await this.#client.query(sql(NOTIFY, { channel: CHANNEL, payload })).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#life.cut(new Error('closed'));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const startedMs = performance.now();
      await this.#live().catch((error: unknown) => this.#noteDown(error));
      const pauseMs = Math.max(0, startedMs + RECONNECT_EVERY_MS - performance.now());
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One connection from its start to its end, which is always an error. */
  async #live(): Promise<never> {
    const config = clientConfig(this.#options.databaseUrl, 'redrive-wake', WAKE_SESSION);
    const socket = socketOf(config);
    const client = new pg.Client({ ...config, stream: () => socket });
    const life = new Lifeline();
    this.#life = life;
    client.on('error', (error) => life.cut(error));
    client.on('end', () => life.cut(new Error('the connection ended')));
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    try {
      await life.wait(client.connect(), ANSWER_LIMIT_MS);
      await life.wait(client.query(`LISTEN ${CHANNEL}`), ANSWER_LIMIT_MS);
      const { rows } = await life.wait(client.query<{ server: string }>(SELECT_SERVER), ANSWER_LIMIT_MS);
      const server = rows[0]?.server ?? null;
      if (this.#server !== null && this.#server !== server && this.#downSinceMs !== null)
        this.#options.onOtherServer(this.#downSinceMs);
      this.#server = server;
      for (;;) {
        const { arrival } = await life.wait(this.#sendPing(client), ANSWER_LIMIT_MS);
        await life.wait(arrival, ANSWER_LIMIT_MS).catch((error: unknown) => {
          if (!life.isCut) this.#options.onLostSession(new LosesSessions());
          throw error;
        });
        this.#noteUp(client);
        await life.wait(sleep(PING_EVERY_MS, undefined, { ref: false }));
      }
    } finally {
      this.#client = null;
      if (this.#closing.signal.aborted) await new Lifeline().wait(client.end(), END_LIMIT_MS).catch(() => undefined);
      socket.destroy();
    }
  }

  /** What it resolves with arrives by the way of hints. */
  async #sendPing(client: pg.Client): Promise<{ readonly arrival: Promise<void> }> {
    this.#ping = `ping ${randomUUID()}`;
    const arrival = new Promise<void>((resolve) => (this.#pingCameBack = resolve));
    await client.query(sql(NOTIFY, { channel: CHANNEL, payload: this.#ping }));
    return { arrival };
  }

  #hear(payload: string): void {
    if (payload === this.#ping) this.#pingCameBack?.();
    else this.#options.onPayload(payload);
  }

  #noteUp(client: pg.Client): void {
    if (this.#client === client) return;
    this.#client = client;
    this.#downSinceMs = null;
    if (this.#isDownLogged) this.#options.log.info({}, 'wake-up hints are on again');
    this.#isDownLogged = false;
    this.#options.onUp();
  }

  #noteDown(error: unknown): void {
    this.#downSinceMs ??= performance.now();
    if (this.#isDownLogged || this.#closing.signal.aborted) return;
    this.#isDownLogged = true;
    this.#options.log.warn({ error }, 'wake-up hints are off; polling goes on');
  }
}
