import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';

import type { Server } from '@grpc/grpc-js';

const TIMEOUT_HEADER = 'grpc-timeout';
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };
/** What a 32-bit timer holds: 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The Java client opens its telemetry stream with a deadline of 292 years; grpc-js 1.14 cuts that to 32 bits and ends
 * the stream at once. A deadline that no timer can hold is none: the header goes before grpc-js reads it.
 * Its HTTP/2 servers have no public accessor; a release without this field fails here at start, not in use.
 */
export function forgetHugeDeadlines(grpc: Server): void {
  const { http2Servers } = grpc as unknown as { readonly http2Servers?: ReadonlyMap<Http2Server, unknown> };
  if (http2Servers === undefined || http2Servers.size === 0)
    throw new Error('this release of @grpc/grpc-js hides its HTTP/2 servers');
  for (const server of http2Servers.keys()) {
    server.prependListener('stream', (_stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      if (isHuge(headers[TIMEOUT_HEADER])) delete headers[TIMEOUT_HEADER];
    });
  }
}

export function isHuge(timeout: string | string[] | undefined): boolean {
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(timeout ?? '')) ?? [];
  return amount !== undefined && Number(amount) * (UNIT_MS[unit] ?? 0) > MAX_TIMER_MS;
}
