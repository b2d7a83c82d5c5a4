import { Producer, PushConsumer } from 'rocketmq-client-nodejs';
import { told } from '../model/language/t';
import { billingWork, type Deployment, ledgerWork, type Work } from './listeners';
import { commandSchema, type PracticeCommand, type PracticeReport } from './protocol';
import { loadListenerWrapper, type ReportingListener, type WrapListener } from './listener-wrapper';
import { BILLING_GROUP, LEDGER, LEDGER_GROUP, ORDERS } from './scenario';
import { playScene } from './scenes';
import { sendPractice } from './sender';
import { Tally } from './tally';

/**
 * A process of its own, as an application would be: official SDK clients that know an address and nothing of the
 * broker. It gets its commands over IPC and ends with its parent.
 */
const REPORT_MS = 1000;
/** A push client that stops waits for its held receives; the broker releases what is left after this. */
const STOP_LIMIT_MS = 3000;
const REPORTS_LIMIT_MS = 500;

const deployment: Deployment = { broken: true };
const tally = new Tally();
const stopping = new AbortController();
let sender: Producer | null = null;
const clients: { shutdown(): Promise<void> }[] = [];
const listeners: ReportingListener[] = [];
const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent };

function tell(report: PracticeReport): void {
  if (process.connected) process.send?.(report);
}

function reportRunning(): void {
  tell({ type: 'running', broken: deployment.broken, tally: tally.get() });
}

/** By the group of each, the producer without. Tells which of them are still to come. */
async function connectAll(clientsByGroup: Readonly<Record<string, Promise<void>>>): Promise<void> {
  const left = new Set(Object.keys(clientsByGroup));
  const tellLeft = (): void => {
    const clients = [...left].map((group) =>
      group === '' ? told('the producer') : told('the consumer of {group}', { group }),
    );
    tell({ type: 'starting', waitsFor: told('{clients} to connect', { clients }) });
  };
  tellLeft();
  await Promise.all(
    Object.entries(clientsByGroup).map(async ([group, connected]) => {
      await connected;
      left.delete(group);
      if (left.size > 0) tellLeft();
    }),
  );
}

type Connection = Pick<ConstructorParameters<typeof Producer>[0], 'endpoints' | 'namespace' | 'sessionCredentials'>;

async function listen(
  connection: Connection,
  group: string,
  topic: string,
  work: Work,
  wrap: WrapListener,
): Promise<void> {
  const messageListener = wrap(group, work);
  listeners.push(messageListener);
  const consumer = new PushConsumer({
    ...connection,
    logger,
    consumerGroup: group,
    subscriptions: new Map([[topic, '*']]),
    messageListener,
  });
  clients.push(consumer);
  await consumer.startup();
}

async function start({
  endpoints,
  consoleUrl,
  workspace,
  token,
  accessKey,
  broken,
  sendingLimitMs,
}: Extract<PracticeCommand, { type: 'start' }>): Promise<void> {
  deployment.broken = broken;
  const wrap = await loadListenerWrapper({ consoleUrl, token, workspace });
  const connection = {
    endpoints,
    namespace: '',
    ...(accessKey === undefined ? {} : { sessionCredentials: accessKey }),
  };
  const producer = new Producer({ ...connection, logger, topics: [ORDERS, LEDGER] });
  clients.push(producer);
  sender = producer;
  await connectAll({
    '': producer.startup(),
    [BILLING_GROUP]: listen(connection, BILLING_GROUP, ORDERS, billingWork(deployment, tally), wrap),
    [LEDGER_GROUP]: listen(connection, LEDGER_GROUP, LEDGER, ledgerWork(deployment, tally), wrap),
  });
  reportRunning();
  setInterval(reportRunning, REPORT_MS).unref();
  await sendPractice({ producer, tally, signal: stopping.signal, limitMs: sendingLimitMs });
  reportRunning();
}

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(0), STOP_LIMIT_MS);
  await Promise.allSettled(clients.map((client) => client.shutdown()));
  await Promise.allSettled(listeners.map((listener) => listener.close(REPORTS_LIMIT_MS)));
  process.exit(0);
}

async function obey(command: PracticeCommand): Promise<void> {
  switch (command.type) {
    case 'start':
      return start(command);
    case 'fix':
    case 'break':
      deployment.broken = command.type === 'break';
      return reportRunning();
    case 'scene':
      return sender === null ? undefined : playScene(command.scene, { producer: sender, tally });
    case 'stop':
      return stop();
  }
}

process.on('message', (message) => {
  obey(commandSchema.parse(message)).catch((error: unknown) => {
    tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
    void stop();
  });
});
process.on('disconnect', () => process.exit(0));
// The terminal sends Ctrl-C to the whole group; the parent decides when these end.
process.on('SIGINT', () => undefined);
