import { setTimeout as sleep } from 'node:timers/promises';

import type { MetricLabels } from '../model/metrics';
import { AuthenticationError } from './access/gate';
import type { RpcName } from './access/needs';
import { clientIdOf, type Grant, type SurfaceCall } from './call';
import type { Call } from '../transport/grpc/call';
import type { AnyCall } from '../transport/grpc/server';
import { CODE } from './proto/codes';
import type { ChangeInvisibleDurationRequest, Status, StatusResponse } from './proto/wire';
import type { GatewayServices } from './services';
import type { ClientSession } from './sessions/session';
import { statusOf, UNFORESEEN } from './status';

/** What a handler may know about the call that carries its request. */
export interface RpcCall {
  readonly clientId: string;
  readonly session: ClientSession;
  readonly grant: Grant;
  readonly clientVersion: string;
  readonly authority: string;
  /** Time until the call's deadline; null when it has none. */
  readonly remainingMs: number | null;
}

export type UnaryHandler<Request, Response extends StatusResponse> = (
  services: GatewayServices,
  call: RpcCall,
  request: Request,
) => Promise<Response>;

/**
 * The frame around every unary RPC: who calls, how long it took, and one place where errors become a status. The
 * status travels in the response; the gRPC status stays OK.
 */
export function unary<Request extends object, Response extends StatusResponse>(
  services: GatewayServices,
  rpc: RpcName,
  handler: UnaryHandler<Request, Response>,
): (call: Call<Request, StatusResponse>, request: Request) => Promise<void> {
  // One async function for all of it: each further one would cost every call its promises.
  return async (call, request) => {
    const startedMs = performance.now();
    const full = services.admission.enter(rpc);
    // As the original, it returns the old handle: a client keeps the handle of the answer.
    let response: StatusResponse | null = full === null ? null : { status: full, ...oldHandle(request) };
    if (response === null) {
      let failure: unknown;
      try {
        response = await handler(services, identify(services, rpc, call, request), request);
      } catch (error) {
        failure = error;
      } finally {
        services.admission.leave(rpc);
      }
      // Held back outside the admission: a client that guesses keys must not take the place of others meanwhile.
      if (response === null) await holdBack(failure);
      response ??= { status: refusal(services, rpc, failure, call) };
    }
    measure(services, rpc, response.status, startedMs);
    call.write(response);
    call.end();
  };
}

function oldHandle(request: unknown): { readonly receiptHandle?: string } {
  const { receiptHandle } = request as ChangeInvisibleDurationRequest;
  return receiptHandle === undefined ? {} : { receiptHandle };
}

/** Identifies the caller and checks its rights to what the request names. @throws when it has none */
export function identify(services: GatewayServices, rpc: RpcName, call: SurfaceCall, request: object): RpcCall {
  const grant = services.gate.admit(rpc, call, request);
  const clientId = clientIdOf(call.headers);
  return {
    clientId,
    grant,
    session: services.sessions.touch(clientId, call.peer, grant),
    clientVersion: call.headers.get('x-mq-client-version'),
    authority: call.authority,
    remainingMs: call.remainingMs,
  };
}

/** An address that keeps failing to sign waits for its refusals. */
export async function holdBack(error: unknown): Promise<void> {
  if (error instanceof AuthenticationError && error.delayMs > 0) await sleep(error.delayMs);
}

/**
 * The status of an error. For an unexpected error it says only what is wrong with the database, if that is the cause.
 */
export function refusal(services: GatewayServices, rpc: string, error: unknown, call?: SurfaceCall): Status {
  const status = statusOf(error);
  if (status !== null) return status;
  services.faults.report(rpc, error, call);
  const trouble = services.ctx.databaseHealth.note(error);
  return trouble === null ? UNFORESEEN : { ...UNFORESEEN, message: `${trouble.says}; try again.` };
}

export function measure({ ctx: { metrics } }: GatewayServices, rpc: string, status: Status, startedMs: number): void {
  const labels = labelsOf(rpc, status.code);
  const tookMs = performance.now() - startedMs;
  metrics.count('redrive_rpc_requests_total', labels.request);
  metrics.observe('redrive_rpc_duration_seconds', labels.method, tookMs / 1000);
  metrics.observe('rocketmq_rpc_latency', labels.latency, tookMs);
}

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

const CODE_NAMES = new Map<number, string>(Object.entries(CODE).map(([name, code]) => [code, name.toLowerCase()]));

interface RpcLabels {
  readonly request: MetricLabels;
  readonly method: MetricLabels;
  /** As Apache RocketMQ labels it, with the names of this protocol: "send_message", "too_many_requests". */
  readonly latency: MetricLabels;
}

const LABELS = new Map<string, Map<number, RpcLabels>>();

/** Frozen and kept: the metrics know them again. */
function labelsOf(rpc: string, code: number): RpcLabels {
  const byCode = LABELS.get(rpc) ?? new Map<number, RpcLabels>();
  const known = byCode.get(code);
  if (known !== undefined) return known;
  const labels: RpcLabels = {
    request: Object.freeze({ method: rpc, code: String(code) }),
    method: Object.freeze({ method: rpc }),
    latency: Object.freeze({
      protocol_type: 'grpc',
      request_code: rpc.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
      response_code: CODE_NAMES.get(code) ?? String(code),
      is_long_polling: String(rpc === 'ReceiveMessage'),
      // A refusal is an answer; the code distinguishes it.
      result: code === CODE.INTERNAL_SERVER_ERROR ? 'process_request_failed' : 'success',
    }),
  };
  LABELS.set(rpc, byCode.set(code, labels));
  return labels;
}
