import { sayDuration } from '../duration';
import { describePolicy, orderWords } from './group-words';
import { LIMITS } from '../limits';
import {
  DEFAULT_CONSUMPTION_TIMEOUT_MS,
  DEFAULT_MAX_RETRIES,
  defaultRetryPolicy,
  type DeliveryOrder,
  type RetryPolicy,
} from '../delivery/retry-policy';
import type { EngineKind } from '../workspace';
import { msg, t, type Told, told } from '../language/t';

/**
 * RocketMQ's own words. Clustering: the clients of a group share the messages. Broadcasting: each client gets all of
 * them, at least once, and a failure is on record but never retried.
 */
export const MESSAGE_MODELS = ['clustering', 'broadcasting'] as const;
export type MessageModel = (typeof MESSAGE_MODELS)[number];

/**
 * How the clients of a group share lite topics. Shared: a lite topic goes to any client that subscribes it. Exclusive:
 * to the newest alone. All: every client receives every lite topic, and subscribes none by name.
 */
export const LITE_MODELS = ['shared', 'exclusive', 'all'] as const;
export type LiteModel = (typeof LITE_MODELS)[number];

export const liteModelWords: Readonly<Record<LiteModel, string>> = {
  shared: msg('shared by its subscribers'),
  exclusive: msg('newest subscriber only'),
  all: msg('every lite topic, without subscriptions'),
};

export const modelWords: Readonly<Record<MessageModel, string>> = {
  clustering: msg('one client of the group'),
  broadcasting: msg('every client (broadcast)'),
};

/** What operators set of a consumer group. */
export interface GroupSettings {
  /** What the group is for; empty: nothing was said. */
  readonly description: string;
  readonly messageModel: MessageModel;
  /** N retries are N + 1 deliveries. */
  readonly maxRetries: number;
  readonly deliveryOrder: DeliveryOrder;
  readonly retryPolicy: RetryPolicy;
  readonly consumptionTimeoutMs: number;
  readonly liteModel: LiteModel;
  /** Lite topics that one client may subscribe. */
  readonly liteQuota: number;
}

export const DESCRIPTION_CHARS = 500;

export type GroupField = keyof GroupSettings;
/** A field with parts. */
export type JsonField = { [Field in GroupField]: GroupSettings[Field] extends object ? Field : never }[GroupField];

/** Settings that are asked for; what is left out stays as it is, or is the default. */
export type GroupSettingsInput = { readonly [Field in GroupField]?: GroupSettings[Field] | undefined };

/**
 * Every fact about a field of a group, each required: forms, the API, versions and the audit log follow. What a value
 * may be: check-group-settings.ts.
 */
interface FieldFacts<Value> {
  /** In the tables consumer_group and consumer_group_version. */
  readonly column: string;
  /** The column is jsonb: true for a JsonField. */
  readonly isJson: boolean;
  /** A person wrote it: the audit log shows it to teams as text, which may name what is not theirs. */
  readonly isFreeText: boolean;
  readonly label: string;
  /** Of a new group, by its order. */
  readonly default: (order: DeliveryOrder) => Value;
  /** As the console shows it, and a change of it. */
  readonly words: (value: Value) => string;
  /** It says how messages are retried: a broadcast group, which retries none, keeps it for later. */
  readonly isOfRetries: boolean;
  /** It says how clients share lite topics: only a group that can have some shows it. */
  readonly isOfLite: boolean;
  /** Changes only while nothing of the group is under way, because the work in progress is stored in another form. */
  readonly changesAtRest: boolean;
  /** The members of a broadcast group, one for each client, follow it. */
  readonly membersFollow: boolean;
  /** Why it has no place in an attached cluster, in words; null: its brokers store it. */
  readonly notInCluster: Told | null;
}

const PLAIN = {
  isJson: false,
  isOfRetries: false,
  isOfLite: false,
  changesAtRest: false,
  membersFollow: true,
  notInCluster: null,
} as const;

const LITE_ATTRIBUTES = told('brokers store it in the attributes of the group');

/** In the order in which forms and comparisons show them. */
export const GROUP_FIELDS: { readonly [Field in GroupField]: FieldFacts<GroupSettings[Field]> } = {
  description: {
    // The members are not shown.
    ...{ ...PLAIN, isFreeText: true, membersFollow: false, column: 'description', label: msg('Description') },
    notInCluster: told('brokers do not store a description'),
    default: () => '',
    words: (text) => (text === '' ? t('none') : text),
  },
  messageModel: {
    ...{ ...PLAIN, isFreeText: false, changesAtRest: true, column: 'message_model', label: msg('Delivery mode') },
    notInCluster: told('each client has its own setting'),
    default: () => 'clustering',
    words: (model) => t(modelWords[model]),
  },
  maxRetries: {
    // A member of a broadcast group has none.
    ...{
      ...PLAIN,
      isFreeText: false,
      isOfRetries: true,
      membersFollow: false,
      column: 'max_retries',
      label: msg('Max retries'),
    },
    default: () => DEFAULT_MAX_RETRIES,
    words: String,
  },
  deliveryOrder: {
    ...{ ...PLAIN, isFreeText: false, changesAtRest: true, column: 'delivery_order', label: msg('Ordering') },
    default: (order) => order,
    words: (order) => t(orderWords[order]),
  },
  retryPolicy: {
    ...{
      ...PLAIN,
      isFreeText: false,
      isJson: true,
      isOfRetries: true,
      column: 'retry_policy',
      label: msg('Retry interval'),
    },
    default: defaultRetryPolicy,
    words: describePolicy,
  },
  consumptionTimeoutMs: {
    ...{ ...PLAIN, isFreeText: false, column: 'consumption_timeout_ms', label: msg('Consumption timeout') },
    default: () => DEFAULT_CONSUMPTION_TIMEOUT_MS,
    words: sayDuration,
  },
  liteModel: {
    ...{ ...PLAIN, isFreeText: false, isOfLite: true, column: 'lite_model', label: msg('Lite topics') },
    notInCluster: LITE_ATTRIBUTES,
    default: () => 'shared',
    words: (model) => t(liteModelWords[model]),
  },
  liteQuota: {
    ...{ ...PLAIN, isFreeText: false, isOfLite: true, column: 'lite_quota', label: msg('Lite topics per client') },
    notInCluster: LITE_ATTRIBUTES,
    default: () => LIMITS.liteSubscriptionsPerClient,
    words: String,
  },
};

export const GROUP_FIELD_NAMES = Object.keys(GROUP_FIELDS) as readonly GroupField[];

/** The fields that an engine stores. */
export function groupFieldsIn(engine: EngineKind): readonly GroupField[] {
  return GROUP_FIELD_NAMES.filter((field) => engine === 'embedded' || GROUP_FIELDS[field].notInCluster === null);
}

type Delivery = Pick<GroupSettings, 'deliveryOrder' | 'messageModel'>;

/** Lite topics are delivered in order, to one client each. */
export function mayHaveLite({ deliveryOrder, messageModel }: Delivery): boolean {
  return deliveryOrder === 'ordered' && messageModel === 'clustering';
}

/** Of the fields that an engine stores, the fields that mean something for a group with these settings. */
export function groupFieldsOf(settings: Delivery, engine: EngineKind): readonly GroupField[] {
  const broadcast = settings.messageModel === 'broadcasting';
  return groupFieldsIn(engine).filter((field) => {
    const { isOfRetries, isOfLite } = GROUP_FIELDS[field];
    return !(broadcast && isOfRetries) && (!isOfLite || mayHaveLite(settings));
  });
}

export function defaultGroupSettings(order: DeliveryOrder): GroupSettings {
  return build((field) => GROUP_FIELDS[field].default(order));
}

/** The settings alone of what has more. */
export function pickGroupSettings(group: GroupSettings): GroupSettings {
  return build((field) => group[field]);
}

/** Another order has another default back-off. */
export function changeGroupSettings(before: GroupSettings, input: GroupSettingsInput): GroupSettings {
  const { deliveryOrder = before.deliveryOrder } = input;
  const isReordered = deliveryOrder !== before.deliveryOrder;
  const base = isReordered ? { ...before, retryPolicy: defaultRetryPolicy(deliveryOrder) } : before;
  return build((field) => input[field] ?? base[field]);
}

/** The value of a field in words. */
export function settingWords<Field extends GroupField>(field: Field, value: GroupSettings[Field]): string {
  return GROUP_FIELDS[field].words(value);
}

function build(valueOf: <Field extends GroupField>(field: Field) => GroupSettings[Field]): GroupSettings {
  return Object.fromEntries(GROUP_FIELD_NAMES.map((field) => [field, valueOf(field)])) as unknown as GroupSettings;
}
