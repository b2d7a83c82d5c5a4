import type { Socket } from 'node:net';

/**
 * The connections of one store by when they began. After a server went away in silence nothing comes over them any more
 * and nothing says so: a statement would wait until its limit, on one connection after another.
 */
export class Lives {
  readonly #sockets = new Map<Socket, number>();

  add(socket: Socket): Socket {
    this.#sockets.set(socket, performance.now());
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  /** Ends what began before that moment of the monotonic clock. @returns how many there were */
  end(beganBeforeMs: number, reason: Error): number {
    const old = [...this.#sockets].filter(([, beganMs]) => beganMs < beganBeforeMs);
    for (const [socket] of old) socket.destroy(reason);
    return old.length;
  }
}
