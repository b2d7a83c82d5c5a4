import type { GatewayView } from '@/lib/console/operations/access-keys/views';

/** Where clients connect. */
export function addressOf({ host, port }: Pick<GatewayView, 'host' | 'port'>, browserHost: string): string {
  const name = host ?? browserHost;
  return `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}
