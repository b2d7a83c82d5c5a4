import { connect, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls, type ConnectionOptions } from 'node:tls';

/** Whose certificates are trusted. */
export interface ClusterTls {
  /**
   * PEM, one or more: a certificate must come from one of these, whatever host it names, because brokers are reached by
   * addresses that their certificates do not have. Null: from one that this computer trusts, and name the host.
   */
  readonly ca: string | null;
  /** What every certificate must name, in place of the host that is reached; null: as `ca` has it. */
  readonly serverName?: string | null | undefined;
}

export interface OpenSocket {
  readonly socket: Socket;
  /**
   * Closes it and drops the bytes that were not sent yet. After a plain close the operating system keeps sending them
   * for minutes: a broker that was unreachable meanwhile would still get a message that was sent again since.
   */
  readonly reset: () => void;
}

/** A socket that bytes can go through; with TLS, after the other side has proven who it is. */
export function openSocket(address: string, tls: ClusterTls | null, connectMs: number): Promise<OpenSocket> {
  const { host, port } = splitAddress(address);
  return new Promise((resolve, reject) => {
    const plain = connect({ host, port, noDelay: true, keepAlive: true });
    const failed = (error: Error) =>
      reject(tls === null ? error : new Error(`TLS: ${error.message}`, { cause: error }));
    // One that ends in mid-handshake may say no error.
    const ended = () => reject(new Error('the other side closed the connection'));
    const watch = (one: Socket): void => {
      one.setTimeout(connectMs, () => one.destroy(new Error(`no connection within ${connectMs} ms`)));
      one.once('error', failed);
      one.once('close', ended);
    };
    const opened = (socket: Socket): void => {
      socket.setTimeout(0);
      socket.off('error', failed);
      socket.off('close', ended);
      const reset = (): void => {
        plain.resetAndDestroy();
        socket.destroy();
      };
      resolve({ socket, reset });
    };
    watch(plain);
    // Of a host with several addresses each try has a handle of its own: TLS would keep the first one.
    plain.once('connect', () => {
      if (tls === null) {
        opened(plain);
        return;
      }
      plain.setTimeout(0);
      const socket = connectTls({ socket: plain, ...trustOf(tls, host) });
      watch(socket);
      socket.once('secureConnect', () => opened(socket));
    });
  });
}

function trustOf({ ca, serverName = null }: ClusterTls, host: string): ConnectionOptions {
  const name = serverName ?? host;
  const isAnyHost = serverName === null && ca !== null;
  return {
    ...(ca !== null && { ca }),
    checkServerIdentity: (_host, certificate) => (isAnyHost ? undefined : checkServerIdentity(name, certificate)),
    // Addresses are no names to ask for (RFC 6066).
    ...(isIP(name) === 0 && { servername: name }),
  };
}

/** host:port, or [IPv6]:port. */
function splitAddress(address: string): { readonly host: string; readonly port: number } {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(colon + 1)) };
}
