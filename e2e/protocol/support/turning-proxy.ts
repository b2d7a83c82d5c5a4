import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection on its way to a broker that can lose what the broker answers, and lead to another broker. */
export interface TurningProxy {
  readonly port: number;
  /** What the broker says from now on does not arrive. */
  lose(): void;
  /** All connections are cut; new ones go there. */
  turnTo(port: number): void;
  close(): Promise<void>;
}

export async function startTurningProxy(brokerPort: number): Promise<TurningProxy> {
  let target = brokerPort;
  let isLosing = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const broker = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => broker.write(bytes));
    broker.on('data', (bytes) => void (isLosing || client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    lose: () => (isLosing = true),
    turnTo: (port) => {
      target = port;
      isLosing = false;
      cut();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
