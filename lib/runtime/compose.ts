import { hostname } from 'node:os';

import {
  type BrokerContext,
  createBrokerContext,
  DEFAULT_RETENTION,
  limitGauges,
  readBacklogGauges,
  readCountGauges,
  readNodeGauges,
  readRedriveGauges,
  troubleGauges,
} from '../broker';
import { type Gateway, startGateway } from '../gateway/server';
import type { Log } from '../model/log';
import { VERSION } from '../model/version';
import { createMetrics, type MetricsRegistry } from '../observability/metrics';
import { createStore, type Store } from '../store/client';
import { openWakeChannel, type WakeChannel } from '../store/wake-channel';
import { readCertificateFiles, watchCertificateFiles } from './own-certificate';
import { startWorkers, type Workers } from '../workers';
import type { Config } from './config';
import type { StopOrder } from './stop-order';

const BROKER_POOL_MAX = 16;
const CONSOLE_POOL_MAX = 8;
const GATEWAY_GRACE_MS = 2500;
/** For any number of scrapers: samples change every 10 s, and verdicts are counted message by message. */
const GAUGES_KEPT_MS = 5_000;
const REDRIVES_KEPT_MS = 30_000;
const TEXT_KEPT_MS = 1_000;

export interface Composition {
  readonly store: Store;
  readonly ctx: BrokerContext;
  readonly metrics: MetricsRegistry;
  readonly wakeChannel: WakeChannel;
  readonly workers: Workers;
  readonly gateway: Gateway;
}

/** Puts the parts together, lowest first; `stops` takes them apart in the opposite order. */
export async function compose(config: Config, databaseUrl: string, log: Log, stops: StopOrder): Promise<Composition> {
  const metrics = createMetrics(
    { cluster: 'redrive', nodeId: `${hostname()}:${config.grpcPort}` },
    { textKeptMs: TEXT_KEPT_MS },
  );
  const store = createStore({
    databaseUrl,
    brokerPoolMax: BROKER_POOL_MAX,
    consolePoolMax: CONSOLE_POOL_MAX,
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
    dataDirectory: config.databaseUrl === undefined ? config.dataDirectory : undefined,
  });
  metrics.watch('build', 0, () => [{ name: 'redrive_build_info', labels: { version: VERSION }, value: 1 }]);
  metrics.watch('backlog', GAUGES_KEPT_MS, () => readBacklogGauges(ctx));
  metrics.watch('counts', GAUGES_KEPT_MS, () => readCountGauges(ctx));
  metrics.watch('nodes', GAUGES_KEPT_MS, () => readNodeGauges(ctx));
  metrics.watch('re-drives', REDRIVES_KEPT_MS, () => readRedriveGauges(ctx));
  metrics.watch('limits', 0, () => limitGauges(ctx.throttle.uses()));
  metrics.watch('database trouble', 0, () => troubleGauges(ctx));
  const wakeChannel = joinProcesses(ctx, databaseUrl, log);
  stops.add('wake channel', () => wakeChannel.close());
  metrics.watch('wake channel', 0, () => [
    { name: 'redrive_wake_channel_up', labels: {}, value: wakeChannel.downForMs() === null ? 1 : 0 },
  ]);
  const { retentionMs, memberGoneMs } = config;
  const workers = startWorkers(
    ctx,
    { ...DEFAULT_RETENTION, retentionMs, memberGoneMs },
    { allow: config.alarmAllow, consoleUrl: config.publicUrl },
  );
  stops.add('workers', () => workers.stop());
  const { tls } = config;
  const gateway = await startGateway({
    ctx,
    host: config.host,
    port: config.grpcPort,
    requireAccessKeys: config.requireAccessKeys,
    signatureWindowMs: config.signatureWindowMs,
    tlsOnly: config.tlsOnly,
    ...(tls === undefined ? {} : { tls: readCertificateFiles(tls) }),
    // Clients that remember a certificate find the same one after a restart.
    ...(config.databaseUrl === undefined ? { dataDirectory: config.dataDirectory } : {}),
  });
  metrics.watch('gateway', 0, () => gateway.gauges());
  stops.add('gateway', () => gateway.stop(GATEWAY_GRACE_MS));
  if (tls !== undefined)
    stops.add(
      'certificate',
      watchCertificateFiles(tls, log, (certificate) => gateway.useCertificate(certificate)),
    );
  return { store, ctx, metrics, wakeChannel, workers, gateway };
}

/** Wake-ups and live changes reach the other processes on this database, and theirs reach us. */
function joinProcesses(ctx: BrokerContext, databaseUrl: string, log: Log): WakeChannel {
  const channel = openWakeChannel({
    databaseUrl,
    log,
    onMessage: ({ topicIds, groupIds, changes }) => {
      for (const id of topicIds) ctx.wakeups.topicHere(id);
      for (const id of groupIds) ctx.wakeups.groupHere(id);
      ctx.changes.deliver(changes);
    },
  });
  ctx.wakeups.relayTo((topicIds, groupIds) => channel.wake(topicIds, groupIds));
  ctx.changes.relayTo((changes) => channel.change(changes));
  return channel;
}
