import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from 'node:net';

import { type ConnectionInjector, type Server, ServerCredentials } from '@grpc/grpc-js';

import { keepDeadlines } from './call-deadlines';
import type { Certificate } from './certificate';
import type { ConnectionLog } from './connection-log';
import { type Spoken, spokenIn } from './first-bytes';
import { TRANSPORT } from './limits';

const NO_HTTP1_BODY =
  'This port takes gRPC over HTTP/2, from RocketMQ 5 clients. The console and its HTTP API have a port of their own.\n';
const NO_HTTP1 =
  'HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Type: text/plain\r\nConnection: close\r\n' +
  `Content-Length: ${NO_HTTP1_BODY.length}\r\n\r\n${NO_HTTP1_BODY}`;

/** One port for TLS (the Java SDK's default) and plaintext (the Node SDK's), distinguished by the first bytes. */
export class Listener {
  readonly #tcp: TcpServer;
  readonly #grpc: Server;
  readonly #plaintext: ConnectionInjector | null;
  readonly #log: ConnectionLog;
  #tls: ConnectionInjector;
  readonly #unsorted = new Set<Socket>();

  constructor(grpc: Server, certificate: Certificate, log: ConnectionLog, tlsOnly = false) {
    this.#grpc = grpc;
    this.#log = log;
    this.#plaintext = tlsOnly ? null : grpc.createConnectionInjector(ServerCredentials.createInsecure());
    this.#tls = this.#createTls(certificate);
    keepDeadlines(grpc);
    this.#tcp = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#sort(socket));
    this.#tcp.maxConnections = TRANSPORT.maxConnections;
  }

  /** For connections from now on. */
  useCertificate(certificate: Certificate): void {
    this.#tls = this.#createTls(certificate);
    keepDeadlines(this.#grpc);
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#tcp.once('error', reject);
      this.#tcp.listen(port, host, () => {
        this.#tcp.off('error', reject);
        resolve((this.#tcp.address() as AddressInfo).port);
      });
    });
  }

  /** No new connections; connections that have not sent a byte yet are closed. */
  close(): void {
    this.#tcp.close();
    for (const socket of this.#unsorted) socket.destroy();
  }

  #createTls({ certPem, keyPem }: Certificate): ConnectionInjector {
    const pair = { cert_chain: Buffer.from(certPem), private_key: Buffer.from(keyPem) };
    return this.#grpc.createConnectionInjector(ServerCredentials.createSsl(null, [pair], false));
  }

  /** Null: it is refused, and the log says why. */
  #injectorFor(spoken: Spoken, socket: Socket): ConnectionInjector | null {
    const address = socket.remoteAddress ?? 'unknown';
    if (spoken === 'tls') return this.#tls;
    if (spoken === 'http2' && this.#plaintext !== null) {
      this.#log.connectedInPlaintext(address);
      return this.#plaintext;
    }
    this.#log.note(spoken === 'http2' ? 'tls-only' : spoken, address);
    if (spoken === 'http1') socket.end(NO_HTTP1);
    else socket.destroy();
    return null;
  }

  #sort(socket: Socket): void {
    this.#unsorted.add(socket);
    const drop = (): void => {
      socket.destroy();
      this.#unsorted.delete(socket);
    };
    socket.setTimeout(TRANSPORT.firstByteMs, drop);
    socket.on('error', drop);
    socket.on('close', drop);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return drop();
      const injector = this.#injectorFor(spokenIn(first), socket);
      if (injector === null) return;
      this.#unsorted.delete(socket);
      socket.setTimeout(0);
      socket.off('timeout', drop);
      socket.off('error', drop);
      socket.off('close', drop);
      socket.unshift(first);
      injector.injectConnection(socket);
    });
  }
}
