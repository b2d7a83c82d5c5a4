import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';

import { written } from '../../../model/language/retell';
import { outbound, type SendGuard } from './outbound';
import { SEND_PROBLEMS, SendProblem, wordFor } from './problem';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_LINE_CHARS = 64 * 1024;

/** Reads a text line by line, from the address that was checked; follows nothing. @throws BrokerError, SendProblem */
export async function getLines(address: string, onLine: (line: string) => void, guard: SendGuard): Promise<void> {
  const headers = { accept: 'text/plain', 'accept-encoding': 'identity', 'user-agent': 'Redrive/1' };
  const { isSecure, options, signal } = await outbound('GET', address, guard, headers);
  await new Promise<void>((resolve, reject) => {
    const fail = (problem: SendProblem): void => {
      reject(problem);
      request.destroy();
    };
    const failed = (error: unknown): void =>
      fail(new SendProblem(signal.aborted ? SEND_PROBLEMS.timedOut : wordFor(error), null, error));
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const { statusCode: status = 0 } = response;
      if (status >= 300 && status < 400) return fail(new SendProblem(SEND_PROBLEMS.redirect, status));
      if (status !== 200) return fail(new SendProblem(written(SEND_PROBLEMS.status, { status }), status));
      if (response.headers['content-encoding'] !== undefined) return fail(new SendProblem(SEND_PROBLEMS.packed));
      const decoder = new StringDecoder('utf8');
      let rest = '';
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) return fail(new SendProblem(SEND_PROBLEMS.longText));
        const lines = (rest + decoder.write(chunk)).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > MAX_LINE_CHARS) return fail(new SendProblem(SEND_PROBLEMS.longLine));
        for (const line of lines) onLine(line);
      });
      response.on('error', failed);
      response.on('end', () => {
        onLine(rest);
        resolve();
      });
    });
    request.on('error', failed);
    request.end();
  });
}
