import { ensureFirstAdmin } from '../auth/first-admin';
import type { Store } from '../store/client';
import type { Config } from './config';
import { StartError } from './start-error';

/**
 * Makes sure that an administrator can sign in: the administrator named in the environment, or a one-time link
 * while there is none. @returns lines for the person who started Redrive @throws StartError
 */
export async function announceFirstAdmin(store: Store, config: Config): Promise<string[]> {
  const first = await ensureFirstAdmin(store, config);
  switch (first.kind) {
    case 'link':
      return [`Create the first administrator (this link works once): ${consoleUrl(config)}${first.link}`];
    case 'refused':
      throw new StartError(`REDRIVE_ADMIN_PASSWORD is not accepted. ${first.reason}`);
    case 'ready':
      return first.warning === null
        ? []
        : [`WARNING: REDRIVE_ADMIN_PASSWORD is weak, change it: no new account would get it. ${first.warning}`];
  }
}

/** What it means that others can reach the gateway, at every start. */
export function announceGateway(config: Config): string[] {
  return [...announceAccess(config), ...announcePlaintext(config)];
}

function announceAccess({ host, grpcPort, loopback, requireAccessKeys }: Config): string[] {
  if (requireAccessKeys)
    return [
      `RocketMQ clients on ${host}:${grpcPort} need an access key: create one in the console, Settings > Access keys.`,
    ];
  if (loopback) return [];
  return [
    `WARNING: REDRIVE_OPEN_GATEWAY is true: anyone who can reach ${host}:${grpcPort} may send and receive messages.`,
  ];
}

function announcePlaintext({ host, grpcPort, loopback, tlsOnly, signatureWindowMs }: Config): string[] {
  if (loopback || tlsOnly) return [];
  const minutes = signatureWindowMs / 60_000;
  return [
    `WARNING: RocketMQ clients may connect to ${host}:${grpcPort} without TLS. Messages can then be ` +
      'read on the network, and ' +
      `a signature be repeated for ${minutes} minutes before and after its time. REDRIVE_TLS_ONLY=true refuses them.`,
  ];
}

function consoleUrl({ host, httpPort }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${httpPort}`;
}
