import { hostname } from 'node:os';

import { type BrokerContext, createBrokerContext, retentionOf, troubleGauges } from '../broker';
import type { Log } from '../model/log';
import { OWN_CLUSTER } from '../model/metrics';
import type { MessageTraces } from '../model/cluster/message-traces';
import { createMetrics, type MetricsRegistry } from '../observability/metrics';
import { createStore, type Store } from '../store/client';
import { openWakeChannel, type WakeChannel } from '../store/wake-channel';
import { startWorkers, type Workers } from '../workers';
import { speechIn } from '../language/catalogues';
import type { Config } from './config';
import { anchorGiver } from './give-anchor';
import type { Pools } from './pools';
import type { StopOrder } from './stop-order';

const TEXT_KEPT_MS = 1_000;

export interface CoreOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Log;
  /** Takes apart what is put together here, in the opposite order. */
  readonly stops: StopOrder;
  readonly pools: Pools;
  /** Of this process among those of its node, for what is measured of it; absent: it is the only one. */
  readonly process?: string;
  readonly nodeId?: string;
}

/** What every process has that calls verbs. */
export interface Core {
  readonly store: Store;
  readonly ctx: BrokerContext;
  readonly metrics: MetricsRegistry;
  readonly wakeChannel: WakeChannel;
  /** Besides what it needs for itself, it now runs what runs by itself. To be called once. */
  runAll(traces: MessageTraces | null): Workers;
}

export async function openCore(options: CoreOptions): Promise<Core> {
  const { config, databaseUrl, log, stops, pools, process, nodeId } = options;
  const metrics = createMetrics(
    {
      cluster: OWN_CLUSTER,
      nodeId: `${hostname()}:${config.servesClients ? config.grpcPort : config.httpPort}`,
      ...(process === undefined ? {} : { process }),
    },
    { textKeptMs: TEXT_KEPT_MS },
  );
  const store = createStore({
    databaseUrl,
    brokerPoolMax: pools.broker,
    consolePoolMax: pools.console,
    onConnectionLost: (error) => log.warn({ error: error.message }, 'database connection lost'),
  });
  stops.add('store', () => store.close());
  metrics.watchPool('broker', () => store.broker);
  metrics.watchPool('console', () => store.console);
  const { transactions, secretKey } = config;
  const ctx = await createBrokerContext({
    store,
    log,
    metrics,
    transactions,
    secretKey,
    settingDefaults: { 'dead-letter-retention': { keepHours: config.deadLetterKeepHours } },
    dataDirectory: config.isEmbedded ? config.dataDirectory : undefined,
    keptNodeId: nodeId,
  });
  metrics.watch('database trouble', 0, () => troubleGauges(ctx));
  const wakeChannel = joinProcesses(ctx, store, databaseUrl, log);
  stops.add('wake channel', () => wakeChannel.close());
  metrics.watch('wake channel', 0, () => [
    { name: 'redrive_wake_channel_up', labels: {}, value: wakeChannel.downForMs() === null ? 1 : 0 },
  ]);
  // What was changed in another process counts at once, not at the next look.
  const unsubscribe = ctx.changes.subscribe(({ kind }) => {
    if (kind === 'limit') void ctx.throttle.reload().catch(() => undefined);
  });
  stops.add('edits', unsubscribe);
  let workers = startWorkers(ctx, undefined, undefined, 'own');
  stops.add('workers', () => workers.stop());
  const runAll = (traces: MessageTraces | null): Workers => {
    const { retentionMs, memberGoneMs, alarmAllow, publicUrl } = config;
    const own = workers;
    workers = startWorkers(
      ctx,
      retentionOf(retentionMs, memberGoneMs),
      { allow: alarmAllow, consoleUrl: publicUrl, speechIn },
      'all',
      { secretKey, give: anchorGiver(config, log) },
      traces,
    );
    void own.stop();
    return workers;
  };
  return { store, ctx, metrics, wakeChannel, runAll };
}

/** Wake-ups and live changes reach the other processes on this database, and theirs reach us. */
function joinProcesses(ctx: BrokerContext, store: Store, databaseUrl: string, log: Log): WakeChannel {
  const channel = openWakeChannel({
    databaseUrl,
    log,
    onMessage: ({ topicIds, groupIds, changes, joined }) => {
      if (joined) ctx.wakeups.setAlone(false);
      for (const id of topicIds) ctx.wakeups.topicHere(id);
      for (const id of groupIds) ctx.wakeups.groupHere(id);
      ctx.changes.deliver(changes);
    },
    onSession: (error) => {
      if (error === null) ctx.databaseHealth.clear('no-sessions');
      else ctx.databaseHealth.note(error);
    },
    onOtherServer: (lostAtMs) => {
      const connections = store.endConnections(lostAtMs, new Error('the server of the database was replaced'));
      if (connections > 0)
        log.warn({ connections }, 'another server of the database answers: connections to the one before are closed');
    },
  });
  ctx.wakeups.relayTo(channel);
  ctx.changes.relayTo((changes) => channel.change(changes));
  return channel;
}
