import { createServer as createHttpServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpReceiver {
  readonly origin: string;
  readonly received: Received[];
  /** What the next calls are answered; then 200 again. "hang": nothing. "reset": the connection breaks. */
  readonly failures: (number | 'hang' | 'reset' | { readonly status: number; readonly headers: OutgoingHttpHeaders })[];
  close(): Promise<void>;
}

/** A real server for webhooks on this machine, with failures on demand. */
export async function receiveHttp(): Promise<HttpReceiver> {
  const received: Received[] = [];
  const failures: HttpReceiver['failures'] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const next = failures.shift();
      if (next === 'hang') return;
      if (next === 'reset') return void request.socket.destroy();
      received.push({ path: request.url ?? '', headers: request.headers, body });
      if (typeof next === 'object') response.writeHead(next.status, next.headers);
      else response.writeHead(next ?? 200, next === 302 ? { location: '/elsewhere' } : {});
      response.end('an answer that must stay secret');
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    received,
    failures,
    close: () => {
      server.closeAllConnections();
      return close(server);
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
