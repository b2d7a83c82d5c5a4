import type { AnyCall } from '../../transport/grpc/server';
import { holdBack, measure, refusal } from '../rpc';
import type { GatewayServices } from '../services';

/**
 * Refuses a call without a good access key before its request is read: the signature covers headers only, and a caller
 * without rights must not cost the memory and time of decoding 20 MB. @returns the answer; null: the call is admitted
 */
export function refuseBeforeBody(services: GatewayServices): (call: AnyCall) => Promise<object> | null {
  return (call) => {
    try {
      services.gate.authenticate(call);
      return null;
    } catch (error) {
      return turnAway(services, call, error, performance.now());
    }
  };
}

/** In the form of every refusal: a response with a status, while gRPC itself reports success. */
async function turnAway(services: GatewayServices, call: AnyCall, error: unknown, startedMs: number): Promise<object> {
  await holdBack(error);
  const { path } = call.headers;
  const rpc = path.slice(path.lastIndexOf('/') + 1);
  const status = refusal(services, rpc, error, call);
  measure(services, rpc, status, startedMs);
  return { status };
}
