import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import { formatDuration } from '@/components/ui/duration.model';
import { describePolicy } from '@/lib/model/group/group-words';
import { type Reading, stateOf, valueOrNull } from '@/lib/model/reading';

export type BrokerGroupSettings = NonNullable<GroupInBrokers['settings'][number]['settings']>;
export type BrokerField = keyof BrokerGroupSettings;
export type KindOfGroup = Extract<GroupInBrokers['kind'], { readonly kind: 'value' }>['value'];

export const kindWords: Readonly<Record<KindOfGroup, string>> = {
  pop: '5.x',
  'pop-ordered': 'ordered, 5.x',
  classic: '4.x',
  'classic-ordered': 'ordered, 4.x',
  both: '4.x and 5.x',
  unknown: 'no client seen',
};

/** Every setting that a broker stores of a group, as people call it. */
export const BROKER_FIELDS: {
  readonly [Field in BrokerField]: {
    readonly label: string;
    readonly words: (value: BrokerGroupSettings[Field]) => string;
  };
} = {
  maxRetries: { label: 'Max retries', words: String },
  retryPolicy: { label: 'Back-off', words: (policy) => (policy === null ? 'not readable' : describePolicy(policy)) },
  isOrdered: { label: 'Ordering', words: (is) => (is ? 'ordered' : 'unordered') },
  isConsuming: { label: 'Consumption', words: (is) => (is ? 'on' : 'paused') },
  consumptionTimeoutMs: { label: 'Consumption timeout', words: formatDuration },
  retryQueues: { label: 'Retry queues, 4.x', words: String },
  mayBroadcast: { label: 'Broadcast', words: (is) => (is ? 'allowed' : 'refused') },
  readsFromOldest: { label: 'New group starts at', words: (is) => (is ? 'the oldest' : 'the newest') },
  notifiesClients: { label: 'Tells clients of changes', words: (is) => (is ? 'yes' : 'no') },
  attributes: { label: 'Attributes', words: (pairs) => attributeWords(pairs) },
};

export const BROKER_FIELD_NAMES = Object.keys(BROKER_FIELDS) as readonly BrokerField[];

export function brokerWords(field: BrokerField, settings: BrokerGroupSettings): string {
  const { words } = BROKER_FIELDS[field] as { readonly words: (value: unknown) => string };
  return words(settings[field]);
}

function attributeWords(pairs: Readonly<Record<string, string>>): string {
  const said = Object.entries(pairs).map(([key, value]) => `${key} ${value}`);
  return said.length === 0 ? 'none' : said.join(', ');
}

/** "broker-b: 16, broker-a: 5" of a setting that differs. */
export function differenceWords({ settings }: Pick<GroupInBrokers, 'settings'>, field: BrokerField): string {
  return settings
    .flatMap(({ broker, settings: has }) => (has === null ? [] : [`${broker}: ${brokerWords(field, has)}`]))
    .join(', ');
}

/** Whom the settings of retries rule, where not all of the clients follow them. */
export function rulesWords({ grpcClients, remotingClients }: GroupInBrokers): string | null {
  if ((valueOrNull(remotingClients) ?? 0) === 0) return null;
  const [grpc, remoting] = [exact(grpcClients), exact(remotingClients)];
  if (grpc === null || remoting === null) return 'rules 5.x clients only';
  return grpc === 0 ? '4.x clients use their own' : `rules ${grpc} of ${grpc + remoting} clients`;
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
  if (missingOn.length > 0) return `missing on ${missingOn.join(', ')}`;
  if (unreadablePolicy) return 'no 5.x client can start';
  if (differences.length > 0 || differsElsewhere) return 'brokers differ';
  return null;
}

/** What drains of groups of clusters are worked out from. */
export const CLUSTER_RATES = 'the last 5 minutes';
