import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string;
  /** From now on the bytes of these connections vanish, both ways, without a close. New ones are passed on. */
  swallow(applicationName: string): void;
  /** All connections fall silent for good; new ones go to that database. */
  failOver(databaseUrl: string): void;
  /** Ends all connections, as a failover does. @returns how many there were */
  cut(): number;
  close(): Promise<void>;
}

interface Link {
  readonly sockets: readonly [Socket, Socket];
  applicationName: string;
  isSwallowed: boolean;
}

/** Stands between a node and PostgreSQL. Connections are distinguished by the name that each sends first. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  const links = new Set<Link>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const link: Link = { sockets: [client, upstream], applicationName: '', isSwallowed: false };
    links.add(link);
    client.once('data', (start: Buffer) => {
      link.applicationName = /\0application_name\0([^\0]*)\0/.exec(start.toString('latin1'))?.[1] ?? '';
    });
    pass(client, upstream, link);
    pass(upstream, client, link);
    for (const socket of link.sockets) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        for (const each of link.sockets) each.destroy();
        links.delete(link);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): number => {
    const count = links.size;
    for (const { sockets } of links) for (const socket of sockets) socket.destroy();
    return count;
  };
  return {
    url: url.toString(),
    swallow: (applicationName) => {
      for (const link of links) if (link.applicationName === applicationName) link.isSwallowed = true;
    },
    failOver: (other) => {
      for (const link of links) link.isSwallowed = true;
      target = new URL(other);
    },
    cut,
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

function pass(from: Socket, to: Socket, link: Link): void {
  from.on('data', (bytes: Buffer) => {
    if (!link.isSwallowed) to.write(bytes);
  });
}
