import { limitGauges, readBacklogGauges, readCountGauges, readNodeGauges, readRedriveGauges } from '../broker';
import { type Gateway, startGateway } from '../gateway/server';
import type { Log } from '../model/log';
import type { MessageTraces } from '../model/cluster/message-traces';
import { VERSION } from '../model/version';
import type { Workers } from '../workers';
import type { Config } from './config';
import type { Core } from './core';
import { describeDatabase } from './describe-database';
import { readCertificateFiles, watchCertificateFiles } from './own-certificate';
import type { Answers, Question } from './processes/messages';
import { readPressure } from './processes/pressure';
import { portRefusal } from './require-free-port';
import type { StopOrder } from './stop-order';

const GATEWAY_GRACE_MS = 2500;
/** For any number of scrapers: samples change every 10 s, and verdicts are counted message by message. */
const GAUGES_KEPT_MS = 5_000;
const REDRIVES_KEPT_MS = 30_000;
/** Without a gateway. */
const NO_CALLS = { rpc: 'none', running: 0, limit: 1 } as const;

/** What serves RocketMQ clients, and runs what runs by itself. */
export interface BrokerPart {
  /** From now on it also runs what runs by itself, and counts what is in the database. */
  lead(): void;
  answer<Asked extends Question>(question: Asked): Promise<Answers[Asked]>;
}

export async function openBrokerPart(core: Core, config: Config, log: Log, stops: StopOrder): Promise<BrokerPart> {
  const { ctx, metrics, store, wakeChannel } = core;
  let workers: Workers | null = null;
  const traces = await openTraces(ctx.nodeId, config, stops);
  const gateway = config.servesClients ? await openGateway(core, config, traces, log, stops) : null;
  metrics.watch('build', 0, () => [{ name: 'redrive_build_info', labels: { version: VERSION }, value: 1 }]);
  if (gateway !== null) {
    metrics.watch('limits', 0, () => limitGauges(ctx.throttle.uses()));
    metrics.watch('gateway', 0, () => gateway.gauges());
  }
  const answers: { readonly [Asked in Question]: () => Promise<Answers[Asked]> } = {
    clients: () => Promise.resolve(gateway?.listClients() ?? []),
    metrics: () => metrics.json(),
    pressure: () => readPressure(ctx, gateway?.busiestRpc() ?? NO_CALLS),
    demands: () => Promise.resolve(ctx.throttle.demands()),
    health: async () => ({
      ...(await describeDatabase(store, ctx)),
      lagging: workers?.lagging() ?? null,
      wakeUpsDownMs: wakeChannel.downForMs(),
    }),
  };
  return {
    lead: () => {
      if (workers !== null) return;
      workers = core.runAll(traces);
      metrics.watch('backlog', GAUGES_KEPT_MS, () => readBacklogGauges(ctx));
      metrics.watch('counts', GAUGES_KEPT_MS, () => readCountGauges(ctx));
      metrics.watch('nodes', GAUGES_KEPT_MS, () => readNodeGauges(ctx));
      metrics.watch('re-drives', REDRIVES_KEPT_MS, () => readRedriveGauges(ctx));
    },
    answer: (question) => answers[question](),
  };
}

/** Null: no endpoint is set, and nothing of it is loaded. */
async function openTraces(instance: string, { traceShare }: Config, stops: StopOrder): Promise<MessageTraces | null> {
  if (traceShare === null) return null;
  const { openTracing } = await import('../observability/tracing');
  const { traces, close } = await openTracing({ version: VERSION, instance, share: traceShare });
  stops.add('traces', close);
  return traces;
}

async function openGateway(
  { ctx }: Core,
  config: Config,
  traces: MessageTraces | null,
  log: Log,
  stops: StopOrder,
): Promise<Gateway> {
  const { host, grpcPort, tls } = config;
  const gateway = await startGateway({
    ctx,
    host,
    port: grpcPort,
    requireAccessKeys: config.requireAccessKeys,
    signatureWindowMs: config.signatureWindowMs,
    tlsOnly: config.tlsOnly,
    traces,
    ...(tls === undefined ? {} : { tls: readCertificateFiles(tls) }),
    // Clients that remember a certificate find the same one after a restart.
    ...(config.isEmbedded ? { dataDirectory: config.dataDirectory } : {}),
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'listen' || error.syscall === 'bind'
      ? portRefusal('REDRIVE_GRPC_PORT', host, grpcPort, error.code ?? 'unknown')
      : error;
  });
  stops.add('gateway', () => gateway.stop(GATEWAY_GRACE_MS));
  if (tls !== undefined)
    stops.add(
      'certificate',
      watchCertificateFiles(tls, log, (certificate) => gateway.useCertificate(certificate)),
    );
  return gateway;
}
