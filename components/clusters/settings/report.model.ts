import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import type { testClusterAction } from '@/lib/console/actions/clusters';

export type Report = Extract<Awaited<ReturnType<typeof testClusterAction>>, { readonly ok: true }>['data'];

export const rightWords: Readonly<Record<Report['brokers'][number]['rights'][number]['right'], string>> = {
  'read-broker': 'figures',
  'read-configuration': 'configuration',
  'read-topics': 'topics',
  'read-groups': 'groups',
  'read-offsets': 'positions',
  'read-system-topics': 'system topics',
};

/** "async master, sync flush": how it copies to its slaves, and writes to its disk. Pure. */
export function modeWords({ role, flush }: NonNullable<Report['brokers'][number]['facts']>): string {
  return [role, flush].map((mode) => mode?.toLowerCase().replace('_', ' ') ?? 'unknown').join(', ');
}

/** Which proxies show themselves, and in which mode, in sentences. Pure. */
export function proxyWords({ proxies, brokers }: Pick<Report, 'proxies' | 'brokers'>): readonly string[] {
  const places = proxies.map(({ host, grpcPort }) => `${host}:${grpcPort}`).join(', ');
  const own = brokers.flatMap(({ broker, ownProxy }) => (ownProxy === null ? [] : [{ broker, ...ownProxy }]));
  const seen = own.filter(({ seenBy }) => seenBy !== null);
  const partly = own.filter(({ seenBy, asked, groups }) => seenBy === null && asked < groups);
  return [
    ...(proxies.length === 0 ? [] : [`${plural(proxies.length, 'proxy', 'proxies')} in cluster mode: ${places}.`]),
    ...seen.map(
      ({ broker, seenBy }) => `${broker} has a proxy in local mode: clients of ${seenBy} are connected to it.`,
    ),
    ...(proxies.length + seen.length === 0
      ? ['No proxy was seen, in cluster mode or in local mode: none has a client now, or heartbeats cannot be read.']
      : []),
    ...partly.map(
      ({ broker, asked, groups }) =>
        `For a proxy in local mode, ${asked} of ${groups} groups of ${broker} were checked.`,
    ),
  ];
}

export const popWords = { records: 'records', kv: 'key-value store' } as const;

/** "2 of 3 brokers answered." */
export function summaryOf({ isUsable, topology, brokers, nameServers }: Report): string {
  if (topology === null) {
    const reasons = [...new Set(nameServers.flatMap(({ problem }) => (problem === null ? [] : [problem])))];
    return `No name server answered: ${reasons.join('; ')}.`;
  }
  const answered = brokers.filter(({ problem }) => problem === null).length;
  const count = `${answered} of ${brokers.length} brokers answered`;
  return isUsable ? `${count}. This cluster can be attached.` : `${count}: nothing could be shown of this cluster.`;
}

const MOST_SKEW_MS = 2_000;

export function skewWords(skewMs: number | null): string {
  if (skewMs === null) return 'unknown';
  if (Math.abs(skewMs) <= MOST_SKEW_MS) return 'as ours';
  return `${formatDuration(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead' : 'behind'}`;
}

/** What follows from how the brokers are set, in sentences. */
export function capabilitiesOf({ brokers, metrics }: Pick<Report, 'brokers' | 'metrics'>): string[] {
  const facts = brokers.flatMap((broker) => (broker.facts === null ? [] : [broker.facts]));
  if (facts.length === 0) return [];
  const some = (is: (fact: (typeof facts)[number]) => boolean) => facts.some(is);
  const hours = Math.min(...facts.map(({ retentionHours }) => retentionHours ?? Infinity));
  return [
    ...(hours === Infinity
      ? []
      : [`Messages and dead letters are kept ${formatDuration(hours * 3_600_000)} by the brokers.`]),
    inFlightWords(
      some(({ prometheusPort }) => prometheusPort === null),
      metrics.length > 0,
    ),
    ...(some(({ mergesPopRecords }) => mergesPopRecords)
      ? ['A single delivery that succeeded cannot be proven: brokers merge the records of deliveries.']
      : []),
    ...(some(({ usesRetryTopicV2, readsRetryTopicV1 }) => usesRetryTopicV2 && !readsRetryTopicV1)
      ? ['Messages cannot be put into one group alone: its retry topics have names that cannot be written.']
      : []),
  ];
}

function inFlightWords(isPart: boolean, hasAddresses: boolean): string {
  const what = 'what 5.x clients hold';
  if (hasAddresses) return `In flight, ${what}, is read where the metrics of brokers are.`;
  return isPart
    ? `In flight, ${what}, is not counted: not every broker reports to Prometheus.`
    : `Every broker reports to Prometheus: enter their addresses as “Metrics of brokers”, and in flight, ${what}, is counted.`;
}
