import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';

import { outbound, type SendGuard } from './outbound';
import { SendProblem, wordFor } from './problem';

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
      fail(new SendProblem(signal.aborted ? 'timed out' : wordFor(error), null, error));
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const { statusCode: status = 0 } = response;
      if (status >= 300 && status < 400)
        return fail(new SendProblem('it responded with a redirect, which is not followed', status));
      if (status !== 200) return fail(new SendProblem(`it responded with ${status}`, status));
      if (response.headers['content-encoding'] !== undefined)
        return fail(new SendProblem('it responded with packed text'));
      const decoder = new StringDecoder('utf8');
      let rest = '';
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) return fail(new SendProblem('its text is longer than 64 MiB'));
        const lines = (rest + decoder.write(chunk)).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > MAX_LINE_CHARS) return fail(new SendProblem('a line of it is longer than 64 KiB'));
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
