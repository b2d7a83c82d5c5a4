// Broker, workers and gateway in a process of their own, to be killed: DATABASE_URL and REDRIVE_GRPC_PORT say where.
import { createBrokerContext } from '../../../lib/broker';
import { startGateway } from '../../../lib/gateway/server';
import { createStore } from '../../../lib/store/client';
import { startWorkers } from '../../../lib/workers';
import { LONG_POLL_MS } from './long-poll';

const write = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
const silent = (): void => undefined;

const ctx = await createBrokerContext({
  store: createStore({ databaseUrl: process.env['DATABASE_URL'] ?? '', brokerPoolMax: 8, consolePoolMax: 2 }),
  log: { debug: silent, info: silent, warn: silent, error: write },
  metrics: { count: silent, observe: silent },
});
startWorkers(ctx);
await startGateway({
  ctx,
  host: '127.0.0.1',
  port: Number(process.env['REDRIVE_GRPC_PORT']),
  longPollMs: LONG_POLL_MS,
});
process.stdout.write('ready\n');
