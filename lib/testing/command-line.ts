import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { GET as schema } from '../../app/api/v1/config.schema.json/route';
import { GET } from '../../app/api/v1/openapi.json/route';
import { answerApi } from '../console/api/answer-api';
import { openTestApi, type TestApi } from './api';

export interface CommandLine {
  readonly api: TestApi;
  readonly url: string;
  /** Of the user: configuration, cache, files. */
  readonly home: string;
  /** How often the server said that its document has not changed. */
  readonly notChanged: () => number;
  /** Methods and paths of all requests: "GET /api/v1/groups". */
  readonly requests: readonly string[];
  /** Makes changes from now on and loses their answers. */
  readonly loseAnswers: (loses: boolean) => void;
  /** @param typed on a terminal; left out: there is none */
  readonly redrive: (
    argv: readonly string[],
    env?: Readonly<Record<string, string>>,
    typed?: string,
  ) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  readonly close: () => Promise<void>;
}

/** The program `redrive` as a process of its own, with the HTTP API of a test on a port of its own. */
export async function openCommandLine(): Promise<CommandLine> {
  const api = await openTestApi();
  // Alarm channels are checked against it.
  Object.assign(api.config, { alarmAllow: new Set<string>() });
  const home = await mkdtemp(join(tmpdir(), 'redrive-cli-'));
  let loses = false;
  let unchanged = 0;
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      requests.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
      const answer = await answerOf(incoming, url);
      if (answer.status === 304) unchanged += 1;
      if (loses && incoming.method !== 'GET') {
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ api, url, home, notChanged: () => unchanged, requests },
    loseAnswers: (next) => {
      loses = next;
    },
    redrive: (argv, env = {}, typed) => {
      const script = fileURLToPath(new URL('../cli/redrive.mjs', import.meta.url));
      const settings = {
        ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'test' as const, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
        ...{ REDRIVE_SERVER: url, REDRIVE_TOKEN: api.tokens.get('admin') ?? '', ...env },
      };
      const whole = [process.execPath, script, ...argv];
      const [program = '', ...args] = typed === undefined ? whole : ['script', '-qec', whole.join(' '), '/dev/null'];
      return new Promise((resolve) => {
        const child = execFile(program, args, { env: settings }, (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err }),
        );
        child.stdin?.end(typed);
      });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await api.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function answerOf(incoming: IncomingMessage, origin: string): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url: path = '' } = incoming;
  const request = new Request(`${origin}${path}`, {
    method,
    headers: incoming.headers as Record<string, string>,
    ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
  });
  const segments = new URL(request.url).pathname.replace('/api/v1/', '').split('/').map(decodeURIComponent);
  if (segments[0] === 'config.schema.json') return schema();
  return segments[0] === 'openapi.json' ? GET(request) : await answerApi(request, segments);
}
