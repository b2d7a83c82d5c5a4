import { createServer as createHttpServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

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
      response.end('an answer that nobody should see');
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

export interface MailReceiver {
  readonly port: number;
  /** Each with its envelope. */
  readonly letters: { from: string; to: string[]; data: string; user: string | null }[];
  /** Answers to the next connections' RCPT; then 250 again. "silent": not even a greeting. */
  readonly failures: (number | 'silent')[];
  close(): Promise<void>;
}

/** A real SMTP server on this machine, without TLS. */
export async function receiveMail(): Promise<MailReceiver> {
  const letters: MailReceiver['letters'] = [];
  const failures: MailReceiver['failures'] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, failures.shift(), letters);
  });
  const port = await listen(server);
  return {
    port,
    letters,
    failures,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close(server);
    },
  };
}

function serve(socket: Socket, failure: number | 'silent' | undefined, letters: MailReceiver['letters']): void {
  if (failure === 'silent') return;
  const letter = { from: '', to: [] as string[], data: '', user: null as string | null };
  let pending = '';
  let inData = false;
  const say = (text: string): void => void socket.write(`${text}\r\n`);
  const take = (line: string): void => {
    if (inData) {
      if (line !== '.') {
        letter.data += `${line}\n`;
        return;
      }
      inData = false;
      letters.push(letter);
      return say('250 kept');
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return say('250-receiver\r\n250 AUTH PLAIN');
    if (verb === 'AUTH') {
      letter.user =
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')[1] ?? null;
      return say('235 welcome');
    }
    if (verb === 'MAIL') letter.from = /<(.*?)>/.exec(line)?.[1] ?? '';
    if (verb === 'RCPT') {
      if (failure !== undefined) return say(`${failure} the reason is nobody's business`);
      letter.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
    }
    if (verb === 'DATA') {
      inData = true;
      return say('354 go on');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say('250 ok');
  };
  socket.on('data', (chunk) => {
    pending += chunk.toString();
    const lines = pending.split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  say('220 receiver');
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
