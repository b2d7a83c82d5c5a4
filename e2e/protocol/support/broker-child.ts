// Broker, workers and gateway in a process of their own, to be killed: DATABASE_URL and REDRIVE_GRPC_PORT say where,
// TEST_SCAN_MS how often it looks for silent clients.
import { createBrokerContext } from '../../../lib/broker';
import { LIVENESS } from '../../../lib/gateway/limits';
import { startGateway } from '../../../lib/gateway/server';
import { createStore } from '../../../lib/store/client';
import { startWorkers } from '../../../lib/workers';
import { errorLine } from './error-line';
import { LONG_POLL_MS } from './long-poll';

const write = (fields: object, message: string): void => void process.stderr.write(`${errorLine(fields, message)}\n`);
const silent = (): void => undefined;

const ctx = await createBrokerContext({
  store: createStore({ databaseUrl: process.env['DATABASE_URL'] ?? '', brokerPoolMax: 8, consolePoolMax: 2 }),
  log: { debug: silent, info: silent, warn: silent, error: write },
  metrics: { count: silent, observe: silent },
});
startWorkers(ctx);
const gateway = await startGateway({
  ctx,
  host: '127.0.0.1',
  port: Number(process.env['REDRIVE_GRPC_PORT']),
  longPollMs: LONG_POLL_MS,
  scanMs: Number(process.env['TEST_SCAN_MS'] ?? LIVENESS.scanMs),
});
// Ends as a node does; a test that kills it sends another signal.
process.once('SIGTERM', () => void gateway.stop(5_000).then(() => process.exit(0)));
process.stdout.write('ready\n');
