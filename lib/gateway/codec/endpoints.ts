import { isIPv4, isIPv6 } from 'node:net';

import { ADDRESS_SCHEME } from '../proto/codes';
import type { Endpoints } from '../proto/wire';

const MAX_ADDRESSES = 16;
const MAX_HOST_CHARS = 253;
const MAX_PORT = 65_535;

/** An address to hand out instead of the one a client dialled: for a broker behind a port mapping. */
export interface AdvertisedAddress {
  readonly host: string | undefined;
  readonly port: number | undefined;
}

export interface DialledAddress {
  /** What the client says it dialled; the SDKs put their configured endpoints here. */
  readonly requested: Endpoints | undefined;
  /** The :authority header. */
  readonly authority: string;
  readonly listeningPort: number;
}

/**
 * Where clients find this broker: the configured address, else the one the client dialled, which is the only one
 * known to be reachable from where it is.
 */
export function advertise(advertised: AdvertisedAddress, dialled: DialledAddress): Endpoints {
  if (advertised.host !== undefined) return endpointsOf(advertised.host, advertised.port ?? dialled.listeningPort);
  const reached = usable(dialled.requested) ?? fromAuthority(dialled.authority, dialled.listeningPort);
  if (advertised.port === undefined) return reached;
  return {
    ...reached,
    addresses: reached.addresses?.map(({ host }) => ({ host: host ?? '', port: advertised.port ?? 0 })) ?? [],
  };
}

function usable(endpoints: Endpoints | undefined): Endpoints | null {
  const addresses = endpoints?.addresses ?? [];
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES) return null;
  const good = addresses.every(
    ({ host = '', port = 0 }) => host !== '' && host.length <= MAX_HOST_CHARS && port > 0 && port <= MAX_PORT,
  );
  if (!good) return null;
  return { scheme: schemeOf(addresses[0]?.host ?? ''), addresses };
}

function fromAuthority(authority: string, listeningPort: number): Endpoints {
  // A URL parses [::1]:8081, name:8081 and a bare name alike.
  const url = URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`) : null;
  const host = url === null || url.hostname === '' ? '127.0.0.1' : url.hostname.replace(/^\[(.*)\]$/, '$1');
  return endpointsOf(host, url === null || url.port === '' ? listeningPort : Number(url.port));
}

function endpointsOf(host: string, port: number): Endpoints {
  return { scheme: schemeOf(host), addresses: [{ host, port }] };
}

function schemeOf(host: string): number {
  if (isIPv4(host)) return ADDRESS_SCHEME.IPv4;
  return isIPv6(host) ? ADDRESS_SCHEME.IPv6 : ADDRESS_SCHEME.DOMAIN_NAME;
}
