import { type BrokerContext, MOST_REDRIVES, redriveGauges } from '../../../broker';
import { FRESH_MS } from '../../../model/backlog/flow';
import { type GaugeName, type GaugeValue, workspaceLabels } from '../../../model/metrics';
import { brokerFlows, type PeerRow, peersOf } from '../../../store/queries/cluster-sample/peers';
import {
  newestLevels,
  type NewestLevels,
  sampledClusters,
  type SampledCluster,
} from '../../../store/queries/cluster-sample/newest';
import { clusterRedriveList } from '../../../store/queries/cluster-redrive/read';
import { databaseTime } from '../../../store/queries/schedule/database-time';

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** What the newest samples say of every attached cluster, each under its own name. What is unknown has no series. */
export async function readClusterGauges(ctx: BrokerContext): Promise<GaugeValue[]> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  const clusters = await sampledClusters(db);
  const each = await Promise.all(clusters.map((cluster) => gaugesOf(ctx, now, cluster)));
  return each.flat();
}

async function gaugesOf(ctx: BrokerContext, now: Date, { clusterId, name, sampledAt }: SampledCluster) {
  const db = ctx.store.console;
  const since = new Date(now.getTime() - FRESH_MS);
  const filter = { clusterId, group: null, openOnly: false };
  const [groups, peers, flows, redrives] = await Promise.all([
    newestLevels(db, since, clusterId),
    peersOf(db, clusterId),
    brokerFlows(db, now, clusterId),
    clusterRedriveList(db, filter, null, MOST_REDRIVES),
  ]);
  const ageS = sampledAt === null ? null : (now.getTime() - sampledAt.getTime()) / SECOND_MS;
  const found: readonly GaugeValue[] = [
    ...known('redrive_sample_age_seconds', {}, ageS),
    ...groups.flatMap((levels) => groupGauges(levels, now)),
    ...peers.filter(({ checkedAt }) => checkedAt >= since).flatMap(peerGauges),
    ...flows.flatMap(({ broker, stored, handedOut }) => [
      ...known('redrive_broker_in_rate', { broker }, stored === null ? null : stored / MINUTE_S),
      ...known('redrive_broker_out_rate', { broker }, handedOut === null ? null : handedOut / MINUTE_S),
    ]),
    ...redriveGauges(redrives, now),
  ];
  const own = workspaceLabels(name);
  return found.map(({ labels, ...gauge }) => ({ ...gauge, labels: { ...labels, ...own } }));
}

function groupGauges(levels: NewestLevels, now: Date): GaugeValue[] {
  const { group, dead, expiring, ready, inFlight, oldestReadyAt, consumers } = levels;
  const labels = { consumer_group: group };
  const waitsMs = oldestReadyAt === null ? null : Math.max(0, now.getTime() - oldestReadyAt.getTime());
  return [
    ...known('redrive_dead_letters', labels, dead),
    ...known('redrive_expiring_dead_letters', labels, expiring),
    ...known('redrive_consumers', labels, consumers),
    ...known('rocketmq_consumer_ready_messages', labels, ready),
    ...known('rocketmq_consumer_inflight_messages', labels, inFlight),
    ...known('rocketmq_consumer_queueing_latency', labels, ready === 0 ? 0 : waitsMs),
  ];
}

function peerGauges({ kind, name, reachedAt, awaySince, marks }: PeerRow): GaugeValue[] {
  // A proxy that never answered this console may be out of reach from here.
  const isUp = kind === 'proxy' && reachedAt === null ? null : awaySince === null ? 1 : 0;
  return [
    ...known('redrive_cluster_peer_up', { kind, peer: name }, isUp),
    ...Object.entries(awaySince === null ? marks : {}).flatMap(([mark, { value, line }]) =>
      known('redrive_broker_watermark_ratio', { broker: name, mark }, line === null || line <= 0 ? null : value / line),
    ),
  ];
}

function known(name: GaugeName, labels: GaugeValue['labels'], value: number | null): GaugeValue[] {
  return value === null ? [] : [{ name, labels, value }];
}
