import type { RpcCall } from '../rpc';
import type { NotifyClientTerminationRequest, StatusResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { dismiss } from '../sessions/dismiss';
import { OK } from '../status';

export async function notifyClientTermination(
  services: GatewayServices,
  { session }: RpcCall,
  request: NotifyClientTerminationRequest,
): Promise<StatusResponse> {
  await dismiss(services, session, request.group?.name ?? null);
  return { status: OK };
}
