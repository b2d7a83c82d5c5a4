import type { RpcCall } from '../call';
import { CODE } from '../proto/codes';
import type { StatusResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { WireError } from '../status';

/** A known RPC whose feature this broker does not have: a clear status, because SDKs show it to the application. */
export function notSupportedYet(feature: string) {
  return async (_services: GatewayServices, _call: RpcCall, _request: object): Promise<StatusResponse> => {
    throw new WireError(CODE.NOT_IMPLEMENTED, `${feature} are not supported yet.`);
  };
}
