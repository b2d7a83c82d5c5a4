import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from 'node:net';

import { type ConnectionInjector, type Server, ServerCredentials } from '@grpc/grpc-js';

import { keepDeadlines } from './call-deadlines';
import type { Certificate } from './certificate';
import { TRANSPORT } from './limits';

/** First byte of a TLS ClientHello; the HTTP/2 preface starts with "P". */
const TLS_HANDSHAKE = 0x16;

/** One port for TLS (the Java SDK's default) and plaintext (the Node SDK's), told apart by the first byte. */
export class Listener {
  readonly #tcp: TcpServer;
  readonly #grpc: Server;
  readonly #plaintext: ConnectionInjector | null;
  #tls: ConnectionInjector;
  readonly #unsorted = new Set<Socket>();

  constructor(grpc: Server, certificate: Certificate, tlsOnly = false) {
    this.#grpc = grpc;
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

  /** No new connections; those that have not said a word yet are closed. */
  close(): void {
    this.#tcp.close();
    for (const socket of this.#unsorted) socket.destroy();
  }

  #createTls({ certPem, keyPem }: Certificate): ConnectionInjector {
    const pair = { cert_chain: Buffer.from(certPem), private_key: Buffer.from(keyPem) };
    return this.#grpc.createConnectionInjector(ServerCredentials.createSsl(null, [pair], false));
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
      const first: Buffer | null = socket.read(1);
      const injector = first?.[0] === TLS_HANDSHAKE ? this.#tls : this.#plaintext;
      if (first === null || injector === null) return drop();
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
