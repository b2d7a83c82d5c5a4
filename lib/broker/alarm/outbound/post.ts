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

/** Posts once, to the address that was checked; follows nothing and keeps nothing of the answer. @returns the status, 2xx @throws SendProblem */
export async function post(input: PostInput, guard: SendGuard): Promise<number> {
  const { target, url } = checkUrl(input.url, guard.allow);
  const signal = AbortSignal.timeout(guard.timeoutMs ?? SEND_TIMEOUT_MS);
  const { address, family } = await within(signal, resolveTarget(target, guard.resolver));
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
  const status = await exchange(target.scheme === 'https', options, body, signal);
  if (status >= 200 && status < 300) return status;
  throw new SendProblem(
    status >= 300 && status < 400 ? 'it answered with a redirect, which is not followed' : `it answered ${status}`,
    status,
  );
}

function exchange(isSecure: boolean, options: RequestOptions, body: Buffer, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (problem: string, cause?: unknown): void => {
      request.destroy();
      reject(new SendProblem(signal.aborted ? 'no answer in time' : problem, null, cause));
    };
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) fail(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
      });
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => fail('the connection broke', error));
    });
    request.on('error', (error) => fail(wordFor(error), error));
    request.end(body);
  });
}

/** Also for SMTP. */
export function wordFor(error: unknown): string {
  // The mail library puts a code of its own in the place of the system's.
  const { code: outer, originalCode } = error as { code?: unknown; originalCode?: unknown };
  const code = [originalCode, outer].find((each) => typeof each === 'string') ?? '';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection broke';
  if (code === 'ETIMEDOUT' || code === 'ETIME') return 'no answer in time';
  return certificateProblem(code) ?? 'the connection failed';
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new SendProblem('no answer in time')), { once: true });
  });
  return await Promise.race([work, late]);
}
