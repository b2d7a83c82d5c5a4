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

/** Whoever opens the gateway on an address that others can reach is told what that means, at every start. */
export function announceGateway({ host, grpcPort, loopback, requireAccessKeys }: Config): string[] {
  if (requireAccessKeys)
    return [
      `RocketMQ clients on ${host}:${grpcPort} need an access key: make one in the console, Settings > Access keys.`,
    ];
  if (loopback) return [];
  return [
    `WARNING: REDRIVE_OPEN_GATEWAY is true: anyone who can reach ${host}:${grpcPort} may send and receive messages.`,
  ];
}

function consoleUrl({ host, httpPort }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${httpPort}`;
}
