import { createLog } from '../observability/log';
import { announceGateway } from './announce';
import { announceFirstAdmin } from './announce-first-admin';
import { openClusters } from './attached-clusters';
import { openBrokerPart } from './broker-part';
import { readConfig } from './config';
import { openCore } from './core';
import { consoleUrlOf, openDatabase } from './database';
import { describeDatabase } from './describe-database';
import { nodeHealth } from './health';
import { nodePools } from './pools';
import { clientsElsewhere, withUsesElsewhere } from './processes/elsewhere';
import type { NodeState } from './processes/messages';
import { clientsTogether } from './processes/together';
import { reportProgress } from './progress';
import { requireFreePort } from './require-free-port';
import { noteServer } from './running-servers';
import { holdRuntime, releaseRuntime, type Runtime } from './singleton';
import { StopOrder } from './stop-order';
import { describeUnknownSettings } from './unknown-settings';

/** `npm run dev`: database, broker and gateway in the process of the console. Stops all of it when a part fails. */
export function startRuntime(): Promise<Runtime> {
  return holdRuntime(start);
}

async function start(): Promise<Runtime> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const stops = new StopOrder();
  try {
    if (config.servesClients) await requireFreePort('REDRIVE_GRPC_PORT', config, config.grpcPort);
    const database = await openDatabase(config, log, reportProgress);
    stops.add('database', () => database.release());
    stops.add('note', noteServer(config, { hasConsole: true }));
    // One process that is all in one has the rights of all.
    const databaseUrl = database.urls.owner ?? consoleUrlOf(database.urls);
    const core = await openCore({
      config,
      databaseUrl,
      log,
      stops,
      pools: nodePools({ ...config, brokers: 1 }, false).broker,
    });
    const broker = await openBrokerPart(core, config, log, stops);
    broker.lead();
    const { store, ctx, metrics } = core;
    const own = [ctx.nodeId];
    const node = (): NodeState => ({
      postgres: database.problem(),
      brokers: [{ name: 'broker', state: 'ready', troubles: [] }],
      console: null,
      isAttachOnly: !config.servesClients,
    });
    return {
      ...{ config, store, ctx, log },
      clusters: await openClusters(core, config, stops),
      announcements: [
        ...announceGateway(config),
        ...describeUnknownSettings(process.env),
        ...(await announceFirstAdmin(store, config)),
      ],
      listClients: async () => clientsTogether([await broker.answer('clients'), await clientsElsewhere(ctx, own)]),
      pressure: async () => withUsesElsewhere(ctx, own, await broker.answer('pressure')),
      metricsText: () => metrics.text(),
      health: async () => {
        const answers = [await broker.answer('health')];
        return nodeHealth(node(), answers, await describeDatabase(store, ctx));
      },
      stop: () => {
        releaseRuntime();
        return stops.run(log);
      },
    };
  } catch (error) {
    await stops.run(log);
    throw error;
  }
}
