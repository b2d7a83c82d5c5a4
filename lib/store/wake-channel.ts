import { randomUUID } from 'node:crypto';

import type { LiveChange } from '../model/live-change';
import type { Log } from '../model/log';
import { WakeConnection } from './wake-connection';
import { WakeHints, type WakeMessage } from './wake-hints';

export interface WakeChannel {
  wake(topicIds: readonly number[], groupIds: readonly number[]): void;
  change(changes: readonly LiveChange[]): void;
  /** This process serves clients from now on. */
  join(): void;
  /** For how long no hint has gone through; null: they do. */
  downForMs(): number | null;
  close(): Promise<void>;
}

export interface WakeChannelOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** What another process said; its own messages do not come back. */
  readonly onMessage: (message: WakeMessage) => void;
  /** Another server answers; what was connected by that moment of the monotonic clock is dead. */
  readonly onOtherServer?: (lostAtMs: number) => void;
  /** The session of the channel is lost, with the error that says so; null: it is kept again. */
  readonly onSession?: (error: Error | null) => void;
}

/** NOTIFY takes a database-wide lock through commit: at most one per this time, never inside a hot transaction. */
const COALESCE_MS = 5;

/**
 * "Look again" between processes on one database, over one connection of its own. Hints only: while the connection is
 * down nothing is lost, polling goes on, and the log says once that hints are off.
 */
export function openWakeChannel({
  databaseUrl,
  log,
  onMessage,
  onOtherServer,
  onSession,
}: WakeChannelOptions): WakeChannel {
  const self = randomUUID();
  const hints = new WakeHints();
  let timer: NodeJS.Timeout | null = null;
  let sending = false;

  const connection = new WakeConnection({
    databaseUrl,
    log,
    onPayload: (payload) => {
      const message = parseWake(payload);
      if (message !== null && message.from !== self)
        onMessage({ topicIds: message.t, groupIds: message.g, changes: message.c, joined: message.j ?? false });
    },
    onUp: () => {
      onSession?.(null);
      later();
    },
    onLostSession: (error) => onSession?.(error),
    onOtherServer: (lostAtMs) => onOtherServer?.(lostAtMs),
  });

  const flush = async (): Promise<void> => {
    timer = null;
    if (hints.isEmpty || sending || connection.downForMs !== null) return;
    sending = true;
    const message = hints.take();
    const { topicIds: t, groupIds: g, changes: c, joined: j } = message;
    const isSent = await connection.notify(JSON.stringify({ from: self, t, g, c, ...(j ? { j } : {}) }));
    sending = false;
    // They go with the next connection: a hint that is sent twice does no harm.
    if (!isSent) hints.add(message);
    later();
  };
  function later(): void {
    if (!hints.isEmpty) timer ??= setTimeout(() => void flush(), COALESCE_MS);
  }

  return {
    wake: (topicIds, groupIds) => {
      hints.add({ topicIds, groupIds });
      later();
    },
    change: (changes) => {
      hints.add({ changes });
      later();
    },
    join: () => {
      hints.add({ joined: true });
      later();
    },
    downForMs: () => connection.downForMs,
    close: async () => {
      clearTimeout(timer ?? undefined);
      await connection.close();
    },
  };
}

interface WirePayload {
  readonly from: string;
  readonly t: number[];
  readonly g: number[];
  readonly c: LiveChange[];
  readonly j?: boolean;
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
