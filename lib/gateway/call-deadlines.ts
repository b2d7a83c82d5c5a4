import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';

import type { Metadata, Server } from '@grpc/grpc-js';

const TIMEOUT_HEADER = 'grpc-timeout';
/** Set here for every call; a value that a client sends under this name is dropped. */
const DEADLINE_HEADER = 'redrive-deadline-ms';
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };
/** The longest time of a 32-bit timer: 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Reads the deadline of each call before grpc-js does. It keeps a time of the wall clock, which may jump while the call
 * is held: ours is of the monotonic clock. And the Java client opens its telemetry stream with a deadline of 292 years,
 * which grpc-js 1.14 cuts to 32 bits and ends the stream at once: a deadline that no timer can hold is none. Its HTTP/2
 * servers have no public accessor; a release without this field fails here at start, not in use.
 */
export function keepDeadlines(grpc: Server): void {
  const { http2Servers } = grpc as unknown as { readonly http2Servers?: ReadonlyMap<Http2Server, unknown> };
  if (http2Servers === undefined || http2Servers.size === 0)
    throw new Error('this release of @grpc/grpc-js hides its HTTP/2 servers');
  for (const server of http2Servers.keys()) {
    server.prependListener('stream', (_stream: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
      keepDeadline(headers),
    );
  }
}

export function keepDeadline(headers: IncomingHttpHeaders): void {
  delete headers[DEADLINE_HEADER];
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(headers[TIMEOUT_HEADER] ?? '')) ?? [];
  if (amount === undefined) return;
  const timeoutMs = Number(amount) * (UNIT_MS[unit] ?? 0);
  if (timeoutMs > MAX_TIMER_MS) delete headers[TIMEOUT_HEADER];
  else headers[DEADLINE_HEADER] = String(performance.now() + timeoutMs);
}

/** Time until the call's deadline; null when it has none. */
export function remainingMsOf(metadata: Metadata): number | null {
  const [deadlineMs] = metadata.get(DEADLINE_HEADER);
  return deadlineMs === undefined ? null : Number(deadlineMs) - performance.now();
}
