import type { Worker } from 'node:cluster';

/** Node's cluster module and a worker to each other: an offer of a connection has a number, which its answer names. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

const HEARD_OUT_MS = 100;

interface Connection {
  close(): void;
}

/**
 * Closes the connections that were offered to a worker which ended without an answer. Node keeps them open and serves
 * them no more: a client that connects while its broker is killed would wait as long as it can. Closed, it connects
 * again. Source: RoundRobinHandle.handoff in lib/internal/cluster/round_robin_handle.js of Node 20 to 24.
 */
export function closeOfferedAtEnd({ process: child }: Worker): void {
  const offered = new Map<number, Connection>();
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean;
  child.send = (message: ClusterMessage, connection?: unknown, ...more: unknown[]): boolean => {
    if (message.act === 'newconn' && message.seq !== undefined && isConnection(connection))
      offered.set(message.seq, connection);
    return send(message, connection, ...more);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => void (ack !== undefined && offered.delete(ack)));
  // What it said last is read after its end. With an offer that is not answered, no `disconnect` is emitted.
  child.once('exit', () => {
    setTimeout(() => {
      for (const connection of offered.values()) connection.close();
    }, HEARD_OUT_MS);
  });
}

function isConnection(value: unknown): value is Connection {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
