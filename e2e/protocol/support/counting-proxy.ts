import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountingProxy {
  readonly port: number;
  /** Bytes that clients sent and the broker took. */
  sent(): number;
  close(): Promise<void>;
}

/** Passes connections on as they are and counts what clients send; reads only as fast as the broker does. */
export async function startCountingProxy(brokerPort: number): Promise<CountingProxy> {
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(brokerPort, '127.0.0.1');
    client.on('data', (bytes) => (sent += bytes.length));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
