import 'server-only';
import { getRuntime } from '../../runtime/singleton';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** How the gateway of this node treats callers. */
export interface GatewayView {
  /** Null: it listens on every address; the browser knows one that works. */
  readonly host: string | null;
  readonly port: number;
  readonly requiresKeys: boolean;
  /** It refuses clients without TLS. */
  readonly tlsOnly: boolean;
  /** Only programs on the same machine reach it. */
  readonly loopback: boolean;
}

/** The SDK clients connected to any node. */
export function clientsNow() {
  return getRuntime().listClients();
}

/** How near its limits this node is; null: none of its broker processes answers. */
export function pressureNow() {
  return getRuntime().pressure();
}

/** Where the clients of the practice incident connect to. */
export function practiceServer() {
  return getRuntime().config;
}

export function gatewayNow(): GatewayView {
  const { config } = getRuntime();
  const { REDRIVE_ADVERTISED_HOST: host = '', REDRIVE_ADVERTISED_PORT: port = '' } = process.env;
  return {
    host: host !== '' ? host : EVERY_ADDRESS.has(config.host) ? null : config.host,
    port: Number(port) > 0 ? Number(port) : config.grpcPort,
    requiresKeys: config.requireAccessKeys,
    tlsOnly: config.tlsOnly,
    loopback: config.loopback,
  };
}
