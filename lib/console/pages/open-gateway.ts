import 'server-only';
import { getRuntime } from '../../runtime/singleton';

/** Whoever reaches the gateway from elsewhere may send and receive everything: REDRIVE_OPEN_GATEWAY says so. */
export function isGatewayOpenToOthers(): boolean {
  const { requireAccessKeys, loopback } = getRuntime().config;
  return !requireAccessKeys && !loopback;
}
