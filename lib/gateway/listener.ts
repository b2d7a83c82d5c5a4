import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';

import type { Certificate } from './certificate';
import type { ConnectionLog } from './connection-log';
import { type Spoken, spokenIn } from './first-bytes';
import type { GrpcServer } from '../transport/grpc/server';
import { GATEWAY } from './limits';

const NO_HTTP1_BODY =
  'This port takes gRPC over HTTP/2, from RocketMQ 5 clients. The console and its HTTP API have a port of their own.\n';
const NO_HTTP1 =
  'HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Type: text/plain\r\nConnection: close\r\n' +
  `Content-Length: ${NO_HTTP1_BODY.length}\r\n\r\n${NO_HTTP1_BODY}`;
const ALPN = 'h2';

/** One port for TLS (the Java SDK's default) and plaintext (the Node SDK's), distinguished by the first bytes. */
export class Listener {
  readonly #tcp: TcpServer;
  /** Never listens: it encrypts the sockets that it is given. */
  readonly #tls: TlsServer;
  readonly #grpc: GrpcServer;
  readonly #log: ConnectionLog;
  readonly #tlsOnly: boolean;
  readonly #unsorted = new Set<Socket>();
  #open = 0;

  constructor(grpc: GrpcServer, certificate: Certificate, log: ConnectionLog, tlsOnly = false) {
    this.#grpc = grpc;
    this.#log = log;
    this.#tlsOnly = tlsOnly;
    this.#tls = createTlsServer({ ...contextOf(certificate), ALPNProtocols: [ALPN], ...HANDSHAKE });
    this.#tls.on('secureConnection', (socket) => this.#serveEncrypted(socket));
    this.#tls.on('tlsClientError', (_error, socket) => socket.destroy());
    this.#tcp = createServer({ noDelay: true, keepAlive: true }, (socket) => this.accept(socket));
  }

  /** For connections from now on. */
  useCertificate(certificate: Certificate): void {
    this.#tls.setSecureContext(contextOf(certificate));
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

  /** Serves a new connection, of our own port or handed over by the process that listens. */
  accept(socket: Socket): void {
    // Not by `maxConnections`: what is refused so goes round the processes that share this port for ever.
    if (this.#open >= GATEWAY.maxConnections) return void socket.destroy();
    this.#open += 1;
    socket.once('close', () => (this.#open -= 1));
    this.#unsorted.add(socket);
    const drop = (): void => {
      socket.destroy();
      this.#unsorted.delete(socket);
    };
    socket.setTimeout(GATEWAY.firstByteMs, drop);
    socket.on('error', drop);
    socket.on('close', drop);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return drop();
      const spoken = spokenIn(first);
      if (!this.#admits(spoken, socket)) return;
      this.#unsorted.delete(socket);
      socket.setTimeout(0);
      socket.off('timeout', drop);
      socket.off('error', drop);
      socket.off('close', drop);
      if (spoken === 'http2') return this.#grpc.serve(socket, peerOf(socket), first);
      socket.unshift(first);
      this.#tls.emit('connection', socket);
    });
  }

  /** False: it is refused, and the log says why. */
  #admits(spoken: Spoken, socket: Socket): boolean {
    const address = socket.remoteAddress ?? 'unknown';
    if (spoken === 'tls') return true;
    if (spoken === 'http2' && !this.#tlsOnly) {
      this.#log.connectedInPlaintext(address);
      return true;
    }
    this.#log.note(spoken === 'http2' ? 'tls-only' : spoken, address);
    if (spoken === 'http1') socket.end(NO_HTTP1);
    else socket.destroy();
    return false;
  }

  #serveEncrypted(socket: TLSSocket): void {
    if (socket.alpnProtocol === ALPN) this.#grpc.serve(socket, peerOf(socket));
    else socket.destroy();
  }
}

const HANDSHAKE = { handshakeTimeout: GATEWAY.firstByteMs } as const;

function contextOf({ certPem, keyPem }: Certificate): { readonly cert: string; readonly key: string } {
  return { cert: certPem, key: keyPem };
}

function peerOf({ remoteAddress = 'unknown', remotePort }: Socket): string {
  return remotePort === undefined ? remoteAddress : `${remoteAddress}:${remotePort}`;
}
