import 'server-only';
import { getRuntime } from '../../runtime/singleton';

/**
 * Every client that reaches the gateway from another machine may send and receive everything: REDRIVE_OPEN_GATEWAY is
 * set.
 */
export function isGatewayOpenToOthers(): boolean {
  const { requireAccessKeys, loopback } = getRuntime().config;
  return !requireAccessKeys && !loopback;
}
