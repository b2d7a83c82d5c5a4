import type { RpcCall } from '../rpc';
import { advertise } from '../codec/endpoints';
import { toRoute } from '../codec/route';
import type { QueryRouteRequest, QueryRouteResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { repeatSettings } from '../sessions/repeat-settings';
import { OK } from '../status';

export async function queryRoute(
  services: GatewayServices,
  call: RpcCall,
  request: QueryRouteRequest,
): Promise<QueryRouteResponse> {
  const topic = await services.ctx.topics.find(request.topic?.name ?? '');
  repeatSettings(services, call.session);
  const endpoints = advertise(services.advertised, {
    requested: request.endpoints,
    authority: call.authority,
    listeningPort: services.listeningPort(),
  });
  return { status: OK, messageQueues: toRoute(topic, endpoints) };
}
