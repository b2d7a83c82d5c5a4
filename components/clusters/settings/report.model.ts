import { formatDuration } from '@/components/ui/duration.model';
import type { testClusterAction } from '@/lib/console/actions/clusters';
import { enumerated, itemized, sentences } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

export type Report = Extract<Awaited<ReturnType<typeof testClusterAction>>, { readonly ok: true }>['data'];

export const rightWords: Readonly<Record<Report['brokers'][number]['rights'][number]['right'], string>> = {
  'read-broker': msg('figures'),
  'read-configuration': msg('configuration'),
  'read-topics': msg('topics'),
  'read-groups': msg('groups'),
  'read-offsets': msg('offsets'),
  'read-system-topics': msg('system topics'),
};

/** "ASYNC_MASTER, SYNC_FLUSH": how it copies to its replicas, and writes to its disk. Pure. */
export function modeWords({ role, flush }: NonNullable<Report['brokers'][number]['facts']>): string {
  return enumerated([role, flush].map((mode) => mode ?? t('unknown')));
}

/** Which proxies show themselves, and in which mode, in sentences. Pure. */
export function proxyWords({ proxies, brokers }: Pick<Report, 'proxies' | 'brokers'>): readonly string[] {
  const places = enumerated(proxies.map(({ host, grpcPort }) => `${host}:${grpcPort}`));
  const own = brokers.flatMap(({ broker, ownProxy }) => (ownProxy === null ? [] : [{ broker, ...ownProxy }]));
  const seen = own.filter(({ seenBy }) => seenBy !== null);
  const partly = own.filter(({ seenBy, asked, groups }) => seenBy === null && asked < groups);
  return [
    ...(proxies.length === 0
      ? []
      : [
          t('{count, plural, one {# proxy} other {# proxies}} in cluster mode: {places}.', {
            ...{ count: proxies.length, places },
          }),
        ]),
    ...seen.map(({ broker, seenBy }) =>
      t('{broker} has a proxy in local mode: clients of {group} are connected to it.', {
        ...{ broker, group: seenBy ?? '' },
      }),
    ),
    ...(proxies.length + seen.length === 0
      ? [
          t(
            `No proxy is known, in cluster mode or in local mode: no proxy has a client now, or heartbeats cannot be
            read.`,
          ),
        ]
      : []),
    ...partly.map(({ broker, asked, groups }) =>
      t(
        `{asked, number} of {all, plural, one {# group} other {# groups}} of {broker} were checked for a proxy in local
        mode.`,
        { asked, all: groups, broker },
      ),
    ),
  ];
}

export const popWords = { records: msg('log records'), kv: msg('key-value store') } as const;

/** "2 of 3 brokers responded." */
export function summaryOf({ isUsable, topology, brokers, nameServers }: Report): string {
  if (topology === null) {
    const reasons = [...new Set(nameServers.flatMap(({ problem }) => (problem === null ? [] : [problem])))];
    return t('No name server responded: {reasons}.', { reasons: itemized(reasons) });
  }
  const answered = brokers.filter(({ problem }) => problem === null).length;
  return sentences(
    t('{answered, number} of {all, number} brokers responded.', { answered, all: brokers.length }),
    isUsable ? t('This cluster can be attached.') : t('No page of this cluster could be shown.'),
  );
}

const MOST_SKEW_MS = 2_000;

export function skewWords(skewMs: number | null): string {
  if (skewMs === null) return t('unknown');
  if (Math.abs(skewMs) <= MOST_SKEW_MS) return t('in sync');
  const time = formatDuration(Math.abs(skewMs));
  return skewMs > 0 ? t('{time} ahead', { time }) : t('{time} behind', { time });
}

/** What follows from the settings of the brokers, in sentences. */
export function capabilitiesOf({ brokers, metrics }: Pick<Report, 'brokers' | 'metrics'>): string[] {
  const facts = brokers.flatMap((broker) => (broker.facts === null ? [] : [broker.facts]));
  if (facts.length === 0) return [];
  const some = (is: (fact: (typeof facts)[number]) => boolean) => facts.some(is);
  const hours = Math.min(...facts.map(({ retentionHours }) => retentionHours ?? Infinity));
  return [
    ...(hours === Infinity
      ? []
      : [t('Brokers keep messages and dead letters for {time}.', { time: formatDuration(hours * 3_600_000) })]),
    inFlightWords(
      some(({ prometheusPort }) => prometheusPort === null),
      metrics.length > 0,
    ),
    ...(some(({ mergesPopRecords }) => mergesPopRecords)
      ? [t('The success of a single delivery cannot be proven: brokers merge the records of deliveries.')]
      : []),
    ...(some(({ usesRetryTopicV2, readsRetryTopicV1 }) => usesRetryTopicV2 && !readsRetryTopicV1)
      ? [t('Messages cannot be sent to one group only: the names of its retry topics cannot be written.')]
      : []),
  ];
}

function inFlightWords(isPart: boolean, hasAddresses: boolean): string {
  if (hasAddresses) return t('Messages in flight of 5.x clients are read from the metrics of the brokers.');
  return isPart
    ? t('Messages in flight of 5.x clients are not counted: not every broker reports to Prometheus.')
    : t(
        `Every broker reports to Prometheus. To count messages in flight of 5.x clients, enter their addresses in
        “Broker metrics”.`,
      );
}
