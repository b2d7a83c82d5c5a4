import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';

import { type Resolver, resolveTarget } from './resolve';
import { type AllowedOrigins, checkUrl } from './target';

export interface SendGuard {
  readonly allow: AllowedOrigins;
  /** Tests answer for the names. */
  readonly resolver?: Resolver | undefined;
  /** For the whole exchange, the resolving included, milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export const SEND_TIMEOUT_MS = 5000;

/** A request that goes to the address that was checked, and nowhere else. @throws BrokerError, SendProblem */
export async function outbound(
  method: 'GET' | 'POST',
  address: string,
  guard: SendGuard,
  headers: OutgoingHttpHeaders,
): Promise<{ readonly isSecure: boolean; readonly options: RequestOptions; readonly signal: AbortSignal }> {
  const { target, url } = checkUrl(address, guard.allow);
  const signal = AbortSignal.timeout(guard.timeoutMs ?? SEND_TIMEOUT_MS);
  const { address: resolved, family } = await resolveTarget(target, signal, guard.resolver);
  const options: RequestOptions = {
    method,
    host: target.host,
    port: target.port,
    path: `${url.pathname}${url.search}`,
    // No pool: each connection goes where this check said.
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, [{ address: resolved, family }]);
      else done(null, resolved, family);
    },
    headers: { ...headers, host: url.host },
  };
  return { isSecure: target.scheme === 'https', options, signal };
}
