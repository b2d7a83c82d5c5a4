import { t } from '../model/language/t';
import type { Config } from './config';

/** What it means that others can reach the gateway, at every start. */
export function announceGateway(config: Config): string[] {
  if (!config.servesClients) return [];
  return [...announceAccess(config), ...announcePlaintext(config)];
}

function announceAccess({ host, grpcPort, loopback, requireAccessKeys }: Config): string[] {
  if (requireAccessKeys)
    return [
      t('RocketMQ clients on {address} need an access key: create one in the console, Settings > Access keys.', {
        address: `${host}:${grpcPort}`,
      }),
    ];
  if (loopback) return [];
  return [
    t('WARNING: REDRIVE_OPEN_GATEWAY is true: anyone who can reach {address} may send and receive messages.', {
      address: `${host}:${grpcPort}`,
    }),
  ];
}

function announcePlaintext({ host, grpcPort, loopback, tlsOnly, signatureWindowMs }: Config): string[] {
  if (loopback || tlsOnly) return [];
  const minutes = signatureWindowMs / 60_000;
  return [
    t(
      `WARNING: RocketMQ clients may connect to {address} without TLS. Messages can then be read on the network, and a
      signature be repeated for {minutes} minutes before and after its time. REDRIVE_TLS_ONLY=true refuses them.`,
      { address: `${host}:${grpcPort}`, minutes },
    ),
  ];
}

export function consoleUrl(config: Pick<Config, 'host' | 'httpPort'>): string {
  return `http://${shownHost(config)}:${config.httpPort}`;
}

/** As a person types it. */
export function shownHost({ host }: Pick<Config, 'host'>): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
}
