import { ensureFirstAdmin } from '../auth/first-admin';
import type { Store } from '../store/client';
import type { Config } from './config';

/**
 * Makes sure somebody can sign in: the administrator named in the environment, or a one-time link
 * while there is none. Returns what to tell the person who started Redrive.
 */
export async function announceFirstAdmin(store: Store, config: Config): Promise<string[]> {
  const first = await ensureFirstAdmin(store, config);
  if (first === null) return [];
  return [`Create the first administrator (this link works once): ${consoleUrl(config)}${first.link}`];
}

/** RocketMQ clients are not authenticated yet, so an address that others can reach deserves a word. */
export function announceOpenGateway({ host, grpcPort }: Config): string[] {
  if (/^(127\.|::1$|localhost$)/.test(host)) return [];
  return [
    `Anyone who can reach ${host}:${grpcPort} may send and receive messages: ` +
      'keep REDRIVE_HOST on 127.0.0.1 unless that network is trusted.',
  ];
}

function consoleUrl({ host, httpPort }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${httpPort}`;
}
