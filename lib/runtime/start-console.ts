import { logConsoleLines } from '../observability/console-lines';
import { createLog } from '../observability/log';
import { announceFirstAdmin } from './announce-first-admin';
import { openClusters } from './attached-clusters';
import { readConfig } from './config';
import { type Core, openCore } from './core';
import { describeDatabase } from './describe-database';
import { nodeHealth } from './health';
import { SupervisorLink } from './processes/link';
import type { NodeState } from './processes/messages';
import { troublesOf } from './processes/node-state';
import { clientsTogether, pressureTogether } from './processes/together';
import { clientsElsewhere, withUsesElsewhere } from './processes/elsewhere';
import { findRuntime, holdRuntime, releaseRuntime, type Runtime } from './singleton';
import { describeFailure } from './start-error';
import { StopOrder } from './stop-order';

/** What the console runs on: the verbs, on connections of its own. RocketMQ clients are served by other processes. */
export function startConsole(): Promise<Runtime> {
  return holdRuntime(start);
}

async function start(): Promise<Runtime> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, 'console');
  logConsoleLines(log);
  const stops = new StopOrder();
  let core: Core | null = null;
  let node: NodeState = { postgres: null, brokers: [], console: null };
  const link = new SupervisorLink({
    state: (state) => {
      node = state;
      core?.ctx.processTroubles.set(troublesOf(state));
    },
    // Its launcher closes the doors (lib/cli/console.mjs), once they are open.
    stop: () => {
      if (findRuntime() === undefined) process.exit(0);
    },
    answer: (question) => (question === 'metrics' ? (core?.metrics.json() ?? null) : null),
    standDown: (reason) => {
      releaseRuntime(reason);
      void stops.run(log);
    },
  });
  try {
    const { databaseUrl, pools, nodeId, brokerIds } = await link.order;
    const opened = await openCore({
      ...{ config, databaseUrl, log, stops, nodeId },
      ...{ pools, process: 'console' },
    });
    core = opened;
    const { store, ctx } = opened;
    ctx.processTroubles.set(troublesOf(node));
    return {
      ...{ config, store, ctx, log },
      clusters: await openClusters(opened, config, stops),
      announcements: await announceFirstAdmin(store, config),
      listClients: async () =>
        clientsTogether([...(await link.askBrokers('clients')), await clientsElsewhere(ctx, brokerIds)]),
      pressure: async () => withUsesElsewhere(ctx, brokerIds, pressureTogether(await link.askBrokers('pressure'))),
      metricsText: () => link.metricsText(),
      health: async () => {
        const [answers, own] = await Promise.all([link.askBrokers('health'), describeDatabase(store, ctx)]);
        return nodeHealth(node, answers, own);
      },
      stop: () => {
        releaseRuntime();
        return stops.run(log);
      },
    };
  } catch (error) {
    await stops.run(log);
    await link.failed(describeFailure(error));
    throw error;
  }
}
