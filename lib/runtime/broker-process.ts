import { logConsoleLines } from '../observability/console-lines';
import { createLog } from '../observability/log';
import { type BrokerPart, openBrokerPart } from './broker-part';
import { readConfig } from './config';
import { type Core, openCore } from './core';
import { SupervisorLink } from './processes/link';
import type { StartOrder } from './processes/messages';
import { troublesOf } from './processes/node-state';
import { describeFailure } from './start-error';
import { StopOrder } from './stop-order';

/** One of the processes that serve RocketMQ clients; the supervisor starts it (processes/supervisor). */
const name = process.argv[2] ?? 'broker';
process.title = `redrive ${name}`;
process.setSourceMapsEnabled(true);
const config = readConfig(process.env);
const log = createLog(config.logLevel, name);
logConsoleLines(log);
const stops = new StopOrder();
let core: Core | null = null;
let broker: BrokerPart | null = null;
let isLeader = false;

const stop = async (): Promise<void> => {
  await stops.run(log);
  process.exit(0);
};
// Ctrl-C reaches every process of the terminal; the supervisor says when to stop.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('SIGTERM', () => void stop());

const link = new SupervisorLink({
  stop: () => void stop(),
  state: (node) => core?.ctx.processTroubles.set(troublesOf(node)),
  shares: (shares) => core?.ctx.throttle.setShares(shares),
  lead: () => {
    isLeader = true;
    broker?.lead();
  },
  answer: (question) => broker?.answer(question) ?? null,
});

void link.order.then(start);

async function start({ databaseUrl, pools, nodeId }: StartOrder): Promise<void> {
  try {
    core = await openCore({ config, databaseUrl, log, stops, pools, process: name, nodeId });
    broker = await openBrokerPart(core, config, log, stops);
    if (isLeader) broker.lead();
    link.ready();
  } catch (error) {
    await link.failed(describeFailure(error));
    process.exit(1);
  }
}
