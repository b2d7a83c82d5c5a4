import type { RpcCall } from '../rpc';
import { advertise } from '../codec/endpoints';
import { toAssignments } from '../codec/route';
import type { QueryAssignmentRequest, QueryAssignmentResponse } from '../proto/wire';
import type { GatewayServices } from '../services';
import { OK } from '../status';

export async function queryAssignment(
  services: GatewayServices,
  call: RpcCall,
  request: QueryAssignmentRequest,
): Promise<QueryAssignmentResponse> {
  const topic = await services.ctx.topics.find(request.topic?.name ?? '');
  const group = await services.ctx.groups.find(request.group?.name ?? '');
  call.session.observe('push', group.name);
  const endpoints = advertise(services.advertised, {
    requested: request.endpoints,
    authority: call.authority,
    listeningPort: services.listeningPort(),
  });
  return { status: OK, assignments: toAssignments(topic, group, endpoints) };
}
