import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import { formatDuration } from '@/components/ui/duration.model';
import { describePolicy } from '@/lib/model/group/group-words';
import { type Reading, stateOf, valueOrNull } from '@/lib/model/reading';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

export type BrokerGroupSettings = NonNullable<GroupInBrokers['settings'][number]['settings']>;
export type BrokerField = keyof BrokerGroupSettings;
export type KindOfGroup = Extract<GroupInBrokers['kind'], { readonly kind: 'value' }>['value'];

export const kindWords: Readonly<Record<KindOfGroup, string>> = {
  pop: msg('5.x'),
  'pop-ordered': msg('ordered, 5.x'),
  classic: msg('4.x'),
  'classic-ordered': msg('ordered, 4.x'),
  both: msg('4.x and 5.x'),
  unknown: msg('no client seen'),
};

/** Every setting that a broker stores of a group, as people call it. */
export const BROKER_FIELDS: {
  readonly [Field in BrokerField]: {
    readonly label: string;
    readonly words: (value: BrokerGroupSettings[Field]) => string;
  };
} = {
  maxRetries: { label: msg('Max retries'), words: String },
  retryPolicy: {
    label: msg('Back-off'),
    words: (policy) => (policy === null ? t('not readable') : describePolicy(policy)),
  },
  isOrdered: { label: msg('Ordering'), words: (is) => (is ? t('ordered') : t('unordered')) },
  isConsuming: { label: msg('Consumption'), words: (is) => (is ? t('on') : t('paused')) },
  consumptionTimeoutMs: { label: msg('Consumption timeout'), words: formatDuration },
  retryQueues: { label: msg('Retry queues, 4.x'), words: String },
  mayBroadcast: { label: msg('Broadcast'), words: (is) => (is ? t('allowed') : t('not allowed')) },
  readsFromOldest: {
    label: msg('New group starts at'),
    words: (is) => (is ? t('oldest message') : t('newest message')),
  },
  notifiesClients: { label: msg('Notifies clients of changes'), words: (is) => (is ? t('yes') : t('no')) },
  attributes: { label: msg('Attributes'), words: (pairs) => attributeWords(pairs) },
};

export const BROKER_FIELD_NAMES = Object.keys(BROKER_FIELDS) as readonly BrokerField[];

export function brokerWords(field: BrokerField, settings: BrokerGroupSettings): string {
  const { words } = BROKER_FIELDS[field] as { readonly words: (value: unknown) => string };
  return words(settings[field]);
}

function attributeWords(pairs: Readonly<Record<string, string>>): string {
  const said = Object.entries(pairs).map(([key, value]) => `${key}=${value}`);
  return said.length === 0 ? t('none') : enumerated(said);
}

/** "broker-b: 16, broker-a: 5" of a setting that differs. */
export function differenceWords({ settings }: Pick<GroupInBrokers, 'settings'>, field: BrokerField): string {
  const each = settings.flatMap(({ broker, settings: has }) =>
    has === null ? [] : [t('{broker}: {value}', { broker, value: brokerWords(field, has) })],
  );
  return enumerated(each);
}

/** Which clients follow the settings of retries; null: all of them. */
export function rulesWords({ grpcClients, remotingClients }: GroupInBrokers): string | null {
  if ((valueOrNull(remotingClients) ?? 0) === 0) return null;
  const [grpc, remoting] = [exact(grpcClients), exact(remotingClients)];
  if (grpc === null || remoting === null) return t('applies to 5.x clients only');
  return grpc === 0
    ? t('4.x clients use their own')
    : t('applies to {count, number} of {all, number} clients', { count: grpc, all: grpc + remoting });
}

function exact(reading: Reading<number>): number | null {
  return stateOf(reading) === 'known' ? valueOrNull(reading) : null;
}

/** What is wrong with a group as its brokers have it; null: nothing. */
export function troubleOf({
  missingOn,
  differences,
  differsElsewhere,
  unreadablePolicy,
}: GroupInBrokers): string | null {
  if (missingOn.length > 0) return t('missing on {brokers}', { brokers: enumerated(missingOn) });
  if (unreadablePolicy) return t('no 5.x client can start');
  if (differences.length > 0 || differsElsewhere) return t('brokers differ');
  return null;
}

/** The time over which drains of groups of clusters are calculated. */
export const clusterRates = (): string => t('the last 5 minutes');
