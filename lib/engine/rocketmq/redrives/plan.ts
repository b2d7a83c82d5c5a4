import { EVIDENCE } from '../../../broker';
import { supportFor } from '../../../cluster';
import { known, notOffered, unknown, valueOrNull } from '../../../model/reading';
import type { PlanAsked, PlanInCluster, PlannedRun } from '../../port/redrives';
import { whyNot } from '../../../model/offers';
import { databaseNow } from '../../reading-time';
import { planSet } from '../../redrives';
import type { ClusterEngine } from '../clusters/directory';
import { readyRun, labelsOf, type ReadyRun } from './ready';

const NOT_KEPT = 'a cluster keeps no record of it';

export async function planRun(
  engine: ClusterEngine,
  { group, selection, leave = 'held', assumed }: PlanAsked,
): Promise<PlannedRun> {
  const wanted = leave.split(',').includes('held') ? { held: true } : undefined;
  const ready = await readyRun(engine, { ...selection, group, assumed, leaveOut: wanted });
  const { leaveOut } = ready;
  const { name, settings } = ready.way.group;
  const plan = await planSet(engine.letters, { ...selection, group: name, leaveOut });
  const cluster = inCluster(engine, ready, assumed ?? null);
  const asOf = await databaseNow(engine.letters.store.console);
  return {
    ...plan,
    ...{ group: name, ordered: settings.isOrdered, maxRetries: settings.maxRetries, leave, leaveOut, cluster },
    evidence: {
      ...{ asOf, paused: null, sdks: [], failedClients: { of: 0, connected: 0 }, failedVersions: [] },
      liveDelayP95Ms: notOffered(whyNot('cluster', 'live-delay') ?? NOT_KEPT),
      consumers: known(cluster.clientCount, asOf),
      ...{ retries: unknown(NOT_KEPT), lastDeathAt: plan.lastAt, live: unknown(NOT_KEPT), most: unknown(NOT_KEPT) },
      ...{ roomDays: EVIDENCE.roomDays, refused: { count: 0, by: null }, amplification: unknown(NOT_KEPT) },
    },
    alarm: null,
    startNotOffered: engine.allowsChanges
      ? null
      : `${engine.name} is read-only: an administrator allows changes in Settings`,
    editNotOffered: whyNot('cluster', 'change-redrive'),
  };
}

function inCluster(
  engine: ClusterEngine,
  { way: { way, ways, kind, clients, facts, group }, others, parts }: ReadyRun,
  assumed: PlanInCluster['assumed'],
): PlanInCluster {
  const support = supportFor('redrive-verdict', kind, [...facts.values()]);
  const retries = new Set(group.brokers.map((each) => each.settings?.maxRetries));
  const [grpc, remoting] = [valueOrNull(clients.grpc) ?? 0, valueOrNull(clients.remoting) ?? 0];
  const { isOrdered, isConsuming } = group.settings;
  return {
    ...{ workspace: engine.name, way, ways, assumed, isPaused: !isConsuming, silent: group.silent },
    clientCount: grpc + remoting,
    clients: clientWords(grpc, remoting, isOrdered),
    others: others.map((other) => ({ ...other, clients: other.clients.length })),
    brokers: parts.flatMap(({ part, label, count }) =>
      part === 'broker' && label !== null ? [{ broker: label, count }] : [],
    ),
    topics: labelsOf(parts, 'topic'),
    bound:
      way === 'topic' ? 'ordered clients show no single delivery' : support.level === 'full' ? null : support.reason,
    differences:
      retries.size < 2
        ? null
        : group.brokers.map((each) => `${each.broker} gives ${each.settings?.maxRetries ?? 'no'}`).join(', '),
    tryId: remoting > 0 ? Number(labelsOf(parts, 'first')[0] ?? 0) || null : null,
  };
}

function clientWords(grpc: number, remoting: number, isOrdered: boolean): string | null {
  if (grpc + remoting === 0) return null;
  const kinds = remoting === 0 ? 'all 5.x' : grpc === 0 ? 'all 4.x' : `${grpc} of 5.x, ${remoting} of 4.x`;
  return `${grpc + remoting}, ${kinds}${isOrdered && grpc > 0 ? ', ordered' : ''}`;
}
