import { createServer as createHttpServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';

import type { Issued } from './authority';

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

export interface MailReceiver {
  readonly port: number;
  /** Each with its envelope. */
  readonly letters: { from: string; to: string[]; data: string; user: string | null; encrypted: boolean }[];
  /** What clients said outside of letters. */
  readonly commands: { readonly verb: string; readonly encrypted: boolean }[];
  /** Answers to the next connections' RCPT; then 250 again. "silent": not even a greeting. */
  readonly failures: (number | 'silent')[];
  close(): Promise<void>;
}

export interface MailSecurity {
  /** tls: from the first byte. starttls: when the client asks for it. */
  readonly mode: 'tls' | 'starttls';
  readonly certificate: Issued;
}

/** A real SMTP server on this machine; by default without TLS. */
export async function receiveMail(security?: MailSecurity): Promise<MailReceiver> {
  const letters: MailReceiver['letters'] = [];
  const commands: { verb: string; encrypted: boolean }[] = [];
  const failures: MailReceiver['failures'] = [];
  const sockets = new Set<Socket>();
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const failure = failures.shift();
    if (failure === 'silent') return;
    const starttls = security?.mode === 'starttls' ? security.certificate : null;
    new Conversation(socket, { letters, commands, failure, starttls }).greet();
  };
  const server =
    security?.mode === 'tls'
      ? createTlsServer({ key: security.certificate.keyPem, cert: security.certificate.certPem }, accept)
      : createTcpServer(accept);
  const port = await listen(server);
  return {
    port,
    letters,
    commands,
    failures,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close(server);
    },
  };
}

interface ConversationParts {
  readonly letters: MailReceiver['letters'];
  readonly commands: { verb: string; encrypted: boolean }[];
  readonly failure: number | undefined;
  /** Null: STARTTLS is not offered. */
  readonly starttls: Issued | null;
}

class Conversation {
  readonly #parts: ConversationParts;
  #socket: Socket;
  #letter = newLetter();
  #pending = '';
  #inData = false;

  constructor(socket: Socket, parts: ConversationParts) {
    this.#parts = parts;
    this.#socket = socket;
    this.#listen();
  }

  greet(): void {
    this.#say('220 receiver');
  }

  get #encrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => {
      this.#pending += chunk.toString();
      const lines = this.#pending.split('\r\n');
      this.#pending = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
  }

  #say(text: string): void {
    this.#socket.write(`${text}\r\n`);
  }

  #take(line: string): void {
    if (this.#inData) this.#takeData(line);
    else this.#answer(line.slice(0, 4).toUpperCase(), line);
  }

  #takeData(line: string): void {
    if (line !== '.') {
      this.#letter.data += `${line}\n`;
      return;
    }
    this.#inData = false;
    this.#parts.letters.push({ ...this.#letter, encrypted: this.#encrypted });
    this.#letter = newLetter();
    this.#say('250 kept');
  }

  #answer(verb: string, line: string): void {
    const { commands, failure, starttls } = this.#parts;
    commands.push({ verb, encrypted: this.#encrypted });
    switch (verb) {
      case 'EHLO':
        this.#say(`250-receiver\r\n${starttls === null || this.#encrypted ? '' : '250-STARTTLS\r\n'}250 AUTH PLAIN`);
        return;
      case 'STAR':
        if (starttls === null) this.#say('502 not here');
        else this.#encrypt(starttls);
        return;
      case 'AUTH':
        this.#letter.user =
          Buffer.from(line.split(' ')[2] ?? '', 'base64')
            .toString()
            .split('\0')[1] ?? null;
        this.#say('235 welcome');
        return;
      case 'MAIL':
        this.#letter.from = /<(.*?)>/.exec(line)?.[1] ?? '';
        break;
      case 'RCPT':
        if (failure !== undefined) {
          this.#say(`${failure} the reason is private`);
          return;
        }
        this.#letter.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        break;
      case 'DATA':
        this.#inData = true;
        this.#say('354 go on');
        return;
      case 'QUIT':
        this.#socket.end('221 bye\r\n');
        return;
      default:
    }
    this.#say('250 ok');
  }

  #encrypt({ keyPem, certPem }: Issued): void {
    this.#say('220 go ahead');
    this.#socket.removeAllListeners('data');
    const secureContext = createSecureContext({ key: keyPem, cert: certPem });
    this.#socket = new TLSSocket(this.#socket, { isServer: true, secureContext });
    this.#socket.on('error', () => undefined);
    this.#listen();
  }
}

function newLetter(): { from: string; to: string[]; data: string; user: string | null } {
  return { from: '', to: [], data: '', user: null };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
