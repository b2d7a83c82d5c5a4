import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { heartbeat, type BrokerContext, leave } from '../broker';
import { DEFAULT_SIGNATURE_WINDOW_MS } from '../model/access/access-key';
import { LIMITS } from '../model/limits';
import type { GaugeValue } from '../model/metrics';
import { Admission } from './admission';
import { refuseBeforeBody } from './rpc';
import { AccessGate } from './access/gate';
import { HeldCalls } from './access/held-calls';
import { type Certificate, createCertificate, keepCertificate } from './certificate';
import type { AdvertisedAddress } from './codec/endpoints';
import { ConnectionLog } from './connection-log';
import { FaultLog } from './fault-log';
import { connectionGauges, watermarkGauges } from './gauges';
import { TRANSPORT } from '../transport/limits';
import { GATEWAY } from './limits';
import { GrpcServer } from '../transport/grpc/server';
import { Listener } from './listener';
import type { MessageTraces } from '../model/cluster/message-traces';
import { RefusalPace } from './refusal-pace';
import { implementService } from './service';
import type { GatewayServices } from './services';
import { SessionKeeper } from './sessions/keeper';
import { SessionRegistry } from './sessions/registry';
import type { ConnectedClient } from './sessions/session';

export interface GatewayOptions {
  readonly ctx: BrokerContext;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without one, the gateway makes a self-signed certificate. */
  readonly tls?: Certificate;
  /** Connections without TLS are closed. */
  readonly tlsOnly?: boolean;
  /** Where a self-signed certificate is kept over restarts; absent: made for this run. */
  readonly dataDirectory?: string;
  /** Calls without an access key are refused; false: they have all rights. */
  readonly requireAccessKeys?: boolean;
  /** How far the time that a client signs may be from the server's. */
  readonly signatureWindowMs?: number;
  /** Sent to clients instead of the address they dialled; REDRIVE_ADVERTISED_HOST and _PORT when absent. */
  readonly advertised?: AdvertisedAddress;
  /** The wait that consumers are to request; a client that stops waits for its held receive. */
  readonly longPollMs?: number;
  /** How often silent clients are looked for. */
  readonly scanMs?: number;
  /** Absent: nothing is traced. */
  readonly traces?: MessageTraces | null;
  /** Unary calls under way at once, per RPC. */
  readonly maxRunningCalls?: number;
}

export interface Gateway {
  readonly port: number;
  listClients(): ConnectedClient[];
  /** Connections and calls under way, for the metrics. */
  gauges(): GaugeValue[];
  /** For connections from now on; open ones keep theirs. */
  useCertificate(certificate: Certificate): void;
  busiestRpc(): Admission['busiest'];
  /**
   * Ends held receives and streams cleanly, lets running calls and passes finish for `graceMs`, then closes every
   * connection.
   */
  stop(graceMs: number): Promise<void>;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const stopping = new AbortController();
  // One listener per held receive.
  setMaxListeners(0, stopping.signal);
  let port = options.port;
  const { accessKeys, changes, log } = options.ctx;
  const gate = new AccessGate(options.ctx, {
    required: options.requireAccessKeys ?? false,
    windowMs: options.signatureWindowMs ?? DEFAULT_SIGNATURE_WINDOW_MS,
  });
  await accessKeys.refresh();
  // A node that starts has its share of the rates, and no more, from its first call on.
  await heartbeat(options.ctx, { consumersByGroup: new Map(), pushClients: [] });
  options.ctx.wakeups.join();
  const services: GatewayServices = {
    ctx: options.ctx,
    sessions: new SessionRegistry(),
    open: new Set(),
    gate,
    held: new HeldCalls(gate),
    faults: new FaultLog(options.ctx.log),
    admission: new Admission({
      metrics: options.ctx.metrics,
      maxRunningCalls: options.maxRunningCalls ?? GATEWAY.maxRunningCalls,
    }),
    pace: new RefusalPace(),
    traces: options.traces ?? null,
    advertised: options.advertised ?? advertisedFrom(process.env),
    longPollMs: options.longPollMs ?? LIMITS.longPollMaxMs,
    listeningPort: () => port,
    stopping: stopping.signal,
  };
  const grpc = new GrpcServer({
    limits: TRANSPORT,
    methods: implementService(services),
    refuse: refuseBeforeBody(services),
    failed: (path, error, call) => services.faults.report(path, error, call),
  });
  const listener = new Listener(grpc, await chooseCertificate(options), new ConnectionLog(log), options.tlsOnly);
  port = await listener.listen(options.host, options.port);
  const keeper = new SessionKeeper(services, options.scanMs);
  keeper.start();
  const stopWatch = accessKeys.watch(log);
  const stopHearing = changes.subscribe(({ kind }) => {
    if (kind === 'access-key') void accessKeys.refresh().catch(() => undefined);
  });
  return {
    port,
    useCertificate: (certificate) => listener.useCertificate(certificate),
    listClients: () => services.sessions.listClients(),
    busiestRpc: () => services.admission.busiest,
    gauges: () => [
      ...connectionGauges(services.sessions.listClients()),
      ...watermarkGauges({
        running: services.admission.running,
        receives: options.ctx.deliveries.held,
        waitingSends: options.ctx.sends.waiting + options.ctx.halves.waiting,
      }),
    ],
    stop: async (graceMs) => {
      listener.close();
      stopHearing();
      const background = Promise.all([keeper.stop(), stopWatch()]);
      const patience = sleep(graceMs, undefined, { ref: false });
      stopping.abort();
      for (const stream of services.open) stream.end();
      await grpc.stop(graceMs);
      // A pass that ends after this node has left would report it as alive again. A hanging database is not waited for.
      await Promise.race([background, patience]);
      await leave(options.ctx).catch((error: unknown) => services.faults.report('leave', error));
      await accessKeys.writeUses().catch(() => undefined);
    },
  };
}

async function chooseCertificate({ tls, dataDirectory }: GatewayOptions): Promise<Certificate> {
  if (tls !== undefined) return tls;
  return dataDirectory === undefined ? await createCertificate() : await keepCertificate(dataDirectory);
}

function advertisedFrom(env: Readonly<Record<string, string | undefined>>): AdvertisedAddress {
  const { REDRIVE_ADVERTISED_HOST: host, REDRIVE_ADVERTISED_PORT: port } = env;
  const number = Number(port);
  return {
    host: host === undefined || host === '' ? undefined : host,
    port: Number.isInteger(number) && number > 0 ? number : undefined,
  };
}
