import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';

import { certificateProblem } from './certificate-problem';
import { SendProblem } from './problem';
import { type Resolver, resolveTarget } from './resolve';
import { type AllowedOrigins, checkUrl } from './target';

export interface PostInput {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendGuard {
  readonly allow: AllowedOrigins;
  /** Tests answer for the names. */
  readonly resolver?: Resolver | undefined;
  /** For the whole exchange, the resolving included, milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export const SEND_TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 65_536;

/**
 * Posts once, to the address that was checked; follows nothing and keeps nothing of the answer.
 * @returns the status, 2xx
 * @throws SendProblem
 */
export async function post(input: PostInput, guard: SendGuard): Promise<number> {
  const { target, url } = checkUrl(input.url, guard.allow);
  const signal = AbortSignal.timeout(guard.timeoutMs ?? SEND_TIMEOUT_MS);
  const { address, family } = await resolveTarget(target, signal, guard.resolver);
  const body = Buffer.from(input.body);
  const options: RequestOptions = {
    method: 'POST',
    host: target.host,
    port: target.port,
    path: `${url.pathname}${url.search}`,
    // No pool: each connection goes where this check said.
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    headers: {
      ...input.headers,
      host: url.host,
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'user-agent': 'Redrive-Alarms/1',
    },
  };
  const { status, retryAfter, date } = await exchange(target.scheme === 'https', options, body, signal);
  if (status >= 200 && status < 300) return status;
  throw new SendProblem(
    status >= 300 && status < 400
      ? 'it responded with a redirect, which is not followed'
      : `it responded with ${status}`,
    status,
    undefined,
    retryAfterMs(retryAfter, date),
  );
}

/** Seconds, or a date to be read by the receiver's own clock. Source: RFC 9110, sections 10.2.3 and 6.6.1. */
export function retryAfterMs(header: string | undefined, date: string | undefined): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) === 0 ? null : Number(text) * 1000;
  const ms = text.endsWith('GMT') ? Date.parse(text) - Date.parse(date ?? '') : Number.NaN;
  return ms > 0 ? ms : null;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
}

/** The status says all: what follows it is read to its end only to part politely, and only up to a bound. */
function exchange(isSecure: boolean, options: RequestOptions, body: Buffer, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const { 'retry-after': retryAfter, date } = response.headers;
      resolve({ status: response.statusCode ?? 0, retryAfter, date });
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) request.destroy();
      });
      response.on('error', () => undefined);
    });
    request.on('error', (error) => {
      reject(new SendProblem(signal.aborted ? 'timed out' : wordFor(error), null, error));
    });
    request.end(body);
  });
}

/** Also for SMTP. */
export function wordFor(error: unknown): string {
  // The mail library puts a code of its own in the place of the system's.
  const { code: outer, originalCode } = error as { code?: unknown; originalCode?: unknown };
  const code = [originalCode, outer].find((each) => typeof each === 'string') ?? '';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was lost';
  if (code === 'ETIMEDOUT' || code === 'ETIME') return 'timed out';
  return certificateProblem(code) ?? 'the connection failed';
}
