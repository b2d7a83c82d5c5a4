import pg from 'pg';

import type { LiveChange } from '../model/live-change';
import type { Log } from '../model/log';

export interface WakeMessage {
  readonly topicIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly changes: readonly LiveChange[];
}

export interface WakeChannel {
  wake(topicIds: readonly number[], groupIds: readonly number[]): void;
  change(changes: readonly LiveChange[]): void;
  close(): Promise<void>;
}

export interface WakeChannelOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** What another process said; its own messages do not come back. */
  readonly onMessage: (message: WakeMessage) => void;
}

const CHANNEL = 'redrive_wake';
/** NOTIFY takes a database-wide lock through commit: at most one per this time, never inside a hot transaction. */
const COALESCE_MS = 5;
const MAX_CHANGES = 50;
const RECONNECT_MS = 1000;

/**
 * "Look again" between processes on one database, over one connection of its own. Hints only: while the connection is
 * down nothing is lost, polling goes on, and the log says once that hints are off.
 */
export function openWakeChannel({ databaseUrl, log, onMessage }: WakeChannelOptions): WakeChannel {
  const self = Math.random().toString(36).slice(2);
  const topics = new Set<number>();
  const groups = new Set<number>();
  let changes: LiveChange[] = [];
  let client: pg.Client | null = null;
  let closed = false;
  let down = false;
  let timer: NodeJS.Timeout | null = null;
  let sending = false;

  const receive = (payload: string): void => {
    const message = parseWake(payload);
    if (message !== null && message.from !== self)
      onMessage({ topicIds: message.t, groupIds: message.g, changes: message.c });
  };

  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'redrive-wake',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    let gone = false;
    const lost = (error?: Error): void => {
      if (gone) return;
      gone = true;
      if (client === next) client = null;
      if (!down && !closed) log.warn({ error }, 'wake-up hints are off; polling goes on');
      down = true;
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    // More than once when the server goes: its FATAL message, then the closed socket.
    next.on('error', lost);
    next.on('end', () => lost());
    try {
      next.on('notification', ({ payload }) => receive(payload ?? ''));
      await next.connect();
      await next.query(`SET synchronous_commit = off; LISTEN ${CHANNEL}`);
      // Closed meanwhile: nobody else knows of this connection.
      if (closed) {
        await next.end();
        return;
      }
      client = next;
      if (down) log.info({}, 'wake-up hints are on again');
      down = false;
    } catch (error) {
      lost(error instanceof Error ? error : undefined);
    }
  };

  const flush = async (): Promise<void> => {
    timer = null;
    if (client === null || sending) return;
    sending = true;
    const payload = JSON.stringify({ from: self, t: [...topics], g: [...groups], c: changes });
    topics.clear();
    groups.clear();
    changes = [];
    try {
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    } catch {
      // A hint that could not be sent: receivers poll.
    }
    sending = false;
    if (topics.size > 0 || groups.size > 0 || changes.length > 0) later();
  };
  const later = (): void => {
    timer ??= setTimeout(() => void flush(), COALESCE_MS);
  };

  void connect();
  return {
    wake: (topicIds, groupIds) => {
      for (const id of topicIds) topics.add(id);
      for (const id of groupIds) groups.add(id);
      later();
    },
    change: (next) => {
      // The payload is bounded: beyond this, "something of this kind" says it all.
      changes = [...changes, ...next];
      if (changes.length > MAX_CHANGES)
        changes = [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind }));
      later();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer ?? undefined);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}

interface WirePayload {
  readonly from: string;
  readonly t: number[];
  readonly g: number[];
  readonly c: LiveChange[];
}

/** Anything on this channel that is not ours is ignored: it is a hint, not a command. */
function parseWake(payload: string): WirePayload | null {
  try {
    const value: unknown = JSON.parse(payload);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('from' in value) ||
      !('t' in value) ||
      !('g' in value) ||
      !('c' in value)
    )
      return null;
    if (!Array.isArray(value.t) || !Array.isArray(value.g) || !Array.isArray(value.c)) return null;
    return value as WirePayload;
  } catch {
    return null;
  }
}
