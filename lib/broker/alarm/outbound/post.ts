import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';

import { written } from '../../../model/language/retell';
import { SEND_PROBLEMS, SendProblem, wordFor } from './problem';
import { outbound, type SendGuard } from './outbound';

export interface PostInput {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MAX_ANSWER_BYTES = 65_536;

/**
 * Posts once, to the address that was checked; follows nothing and keeps nothing of the answer.
 * @returns the status, 2xx
 * @throws SendProblem
 */
export async function post(input: PostInput, guard: SendGuard): Promise<number> {
  const body = Buffer.from(input.body);
  const { isSecure, options, signal } = await outbound('POST', input.url, guard, {
    ...input.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'user-agent': 'Redrive-Alarms/1',
  });
  const { status, retryAfter, date } = await exchange(isSecure, options, body, signal);
  if (status >= 200 && status < 300) return status;
  throw new SendProblem(
    status >= 300 && status < 400 ? SEND_PROBLEMS.redirect : written(SEND_PROBLEMS.status, { status }),
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
      reject(new SendProblem(signal.aborted ? SEND_PROBLEMS.timedOut : wordFor(error), null, error));
    });
    request.end(body);
  });
}
