import { EVIDENCE } from '../../../broker';
import { supportFor } from '../../../cluster';
import { enumerated } from '../../../model/language/list';
import { t } from '../../../model/language/t';
import { known, notOffered, unknown, valueOrNull } from '../../../model/reading';
import type { PlanAsked, PlanInCluster, PlannedRun } from '../../port/redrives';
import { whyNot } from '../../../model/why-not';
import { databaseNow } from '../../reading-time';
import { planSet } from '../../redrives';
import type { ClusterEngine } from '../clusters/directory';
import { readyRun, labelsOf, type ReadyRun } from './ready';

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
  const notKept = t('not recorded by the cluster');
  return {
    ...plan,
    ...{ group: name, ordered: settings.isOrdered, maxRetries: settings.maxRetries, leave, leaveOut, cluster },
    evidence: {
      ...{ asOf, paused: null, sdks: [], failedClients: { of: 0, connected: 0 }, failedVersions: [] },
      liveDelayP95Ms: notOffered(whyNot('cluster', 'live-delay') ?? notKept),
      consumers: known(cluster.clientCount, asOf),
      ...{ retries: unknown(notKept), lastDeathAt: plan.lastAt, live: unknown(notKept), most: unknown(notKept) },
      ...{ roomDays: EVIDENCE.roomDays, refused: { count: 0, by: null }, amplification: unknown(notKept) },
    },
    alarm: null,
    startNotOffered: engine.allowsChanges
      ? null
      : t('{cluster} is read-only. An administrator can allow changes in Settings.', { cluster: engine.name }),
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
      way === 'topic'
        ? t('Ordered clients do not report single deliveries.')
        : support.level === 'full'
          ? null
          : t(support.reason),
    differences:
      retries.size < 2
        ? null
        : enumerated(
            group.brokers.map((each) =>
              each.settings === null
                ? t('{broker}: unknown', { broker: each.broker })
                : t('{broker}: {retries, plural, one {# retry} other {# retries}}', {
                    broker: each.broker,
                    retries: each.settings.maxRetries,
                  }),
            ),
          ),
    tryId: remoting > 0 ? Number(labelsOf(parts, 'first')[0] ?? 0) || null : null,
  };
}

function clientWords(grpc: number, remoting: number, isOrdered: boolean): string | null {
  if (grpc + remoting === 0) return null;
  const kinds = [
    ...(grpc === 0 ? [] : [t('{count, number} × 5.x', { count: grpc })]),
    ...(remoting === 0 ? [] : [t('{count, number} × 4.x', { count: remoting })]),
    ...(isOrdered && grpc > 0 ? [t('ordered')] : []),
  ];
  return enumerated(kinds);
}
