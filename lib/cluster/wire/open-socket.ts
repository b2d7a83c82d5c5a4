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
    const place = { host, port, noDelay: true, keepAlive: true };
    const plain = connect(place);
    const socket = tls === null ? plain : connectTls({ socket: plain, ...trustOf(tls, host) });
    const reset = (): void => {
      plain.resetAndDestroy();
      socket.destroy();
    };
    socket.setTimeout(connectMs, () => socket.destroy(new Error(`no connection within ${connectMs} ms`)));
    const failed = (error: Error) =>
      reject(tls === null ? error : new Error(`TLS: ${error.message}`, { cause: error }));
    socket.once('error', failed);
    // One that ends in mid-handshake may say no error.
    const ended = () => reject(new Error('the other side closed the connection'));
    socket.once('close', ended);
    socket.once(tls === null ? 'connect' : 'secureConnect', () => {
      socket.setTimeout(0);
      socket.off('error', failed);
      socket.off('close', ended);
      resolve({ socket, reset });
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
