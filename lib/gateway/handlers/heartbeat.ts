import type { RpcCall } from '../rpc';
import { CODE } from '../proto/codes';
import type { HeartbeatRequest, StatusResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { repeatSettings } from '../sessions/repeat-settings';
import { OK, WireError } from '../status';

/** The call itself is the sign of life; see rpc.ts. */
export async function heartbeat(
  services: GatewayServices,
  { session }: RpcCall,
  _request: HeartbeatRequest,
): Promise<StatusResponse> {
  if (session.settings === null)
    throw new WireError(CODE.UNRECOGNIZED_CLIENT_TYPE, 'No settings of this client are known; send them.');
  repeatSettings(services, session);
  return { status: OK };
}
