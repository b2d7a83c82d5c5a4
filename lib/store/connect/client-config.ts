import { Socket } from 'node:net';

import type { ClientConfig } from 'pg';

import { readDatabaseUrl } from './database-url';
import { primaryOf } from './primary';

/**
 * All that a connection needs to reach the database of this URL; its settings are those of the operator's `options`,
 * then these, which win.
 * @throws DatabaseUrlError
 */
export function clientConfig(
  url: string,
  applicationName: string,
  settings: Readonly<Record<string, string>> = {},
): ClientConfig {
  const { hosts, options, ...rest } = readDatabaseUrl(url);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`);
  const all = [options, ...ours].join(' ').trim();
  const config: ClientConfig = {
    ...rest,
    ...hosts[0],
    application_name: applicationName,
    ...(all === '' ? {} : { options: all }),
  };
  const primary = primaryOf(url, hosts, config);
  return primary === null ? config : { ...config, stream: () => primary.socket() };
}

/** The socket of a new connection, for code that has to hold it. */
export function socketOf({ stream }: ClientConfig): Socket {
  return typeof stream === 'function' ? (stream() as Socket) : new Socket();
}
