import { isDeepStrictEqual } from 'node:util';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { requireWhole } from '../../model/check-number';
import { checkRetryPolicy } from '../../model/delivery/check-retry-policy';
import { LIMITS } from '../../model/limits';
import { type RetryPolicy, STEPPED_INTERVALS_MS } from '../../model/delivery/retry-policy';
import { DecodeError, flagOf, listOf, optional, recordOf, textMapOf, wholeOf } from '../admin/decode';
import type { GroupConfig } from '../admin/group-config';
import type { Loose, LooseRecord } from '../wire/loose-json';
import type { ClusterGroupChange, ClusterGroupField, ClusterGroupSettings } from './group';

const MINUTE_MS = 60_000;
/** Of the server, when the policy's own part is left out. */
const DEFAULT_EXPONENTIAL = { initialMs: 5_000, maxMs: 7_200_000, multiplier: 2 } as const;

/**
 * What proxies hand to 5.x clients while no list is stored: 18 waits, which the clients read from the first on. So the
 * first retry comes after 1 s, not after the 10 s of the documented table.
 */
export const CLUSTER_STEPS: RetryPolicy = { type: 'customized', intervalsMs: [1_000, 5_000, ...STEPPED_INTERVALS_MS] };

interface FieldCodec<Value> {
  /** As the broker calls it. */
  readonly key: string;
  readonly read: (stored: Loose | undefined) => Value;
  readonly write: (value: Value) => Loose;
  readonly byDefault: Value;
  /** @throws BrokerError naming field, limit and value */
  readonly check: (value: Value) => void;
}

function flag(key: string, byDefault: boolean): FieldCodec<boolean> {
  const read = (stored: Loose | undefined): boolean => optional(flagOf, stored, key) ?? byDefault;
  return { key, read, write: (value) => value, byDefault, check: () => undefined };
}

function whole(key: string, byDefault: number, check: (value: number) => void): FieldCodec<number> {
  const read = (stored: Loose | undefined): number => optional(wholeOf, stored, key) ?? byDefault;
  return { key, read, write: (value) => value, byDefault, check };
}

/** Every field of a group that we know. Brokers check none of them. */
export const CLUSTER_GROUP_FIELDS: { readonly [Field in ClusterGroupField]: FieldCodec<ClusterGroupSettings[Field]> } =
  {
    maxRetries: whole('retryMaxTimes', 16, (count) => requireWhole('maxRetries', count, 0, LIMITS.maxRetries)),
    retryPolicy: {
      key: 'groupRetryPolicy',
      read: readPolicy,
      write: writePolicy,
      byDefault: CLUSTER_STEPS,
      check: checkPolicy,
    },
    isOrdered: flag('consumeMessageOrderly', false),
    isConsuming: flag('consumeEnable', true),
    mayBroadcast: flag('consumeBroadcastEnable', true),
    readsFromOldest: flag('consumeFromMinEnable', true),
    // With none, what 4.x clients send back is dropped.
    retryQueues: whole('retryQueueNums', 1, (count) => requireWhole('retryQueues', count, 1, LIMITS.queuesPerTopic)),
    consumptionTimeoutMs: {
      key: 'consumeTimeoutMinute',
      read: (stored) => (optional(wholeOf, stored, 'consumeTimeoutMinute') ?? 15) * MINUTE_MS,
      write: (ms) => ms / MINUTE_MS,
      byDefault: 15 * MINUTE_MS,
      check: (ms) => {
        requireWhole('consumptionTimeoutMs', ms, MINUTE_MS, LIMITS.consumptionTimeoutMaxMs);
        if (ms % MINUTE_MS === 0) return;
        throw new BrokerError('bad-request', told('consumptionTimeoutMs must be whole minutes (got {ms}).', { ms }), {
          ...{ field: 'consumptionTimeoutMs', limit: 'whole minutes', value: ms },
        });
      },
    },
    notifiesClients: flag('notifyConsumerIdsChangedEnable', true),
    attributes: {
      key: 'attributes',
      read: (stored) => optional(textMapOf, stored, 'attributes') ?? {},
      write: (attributes) => attributes,
      byDefault: {},
      check: (attributes) => {
        const wrong = Object.keys(attributes).find((key) => !/^[a-zA-Z0-9._]+$/.test(key));
        if (wrong === undefined) return;
        throw new BrokerError(
          'bad-request',
          told('Names in attributes may have letters, digits, "." and "_" only (got {wrong}).', { wrong }),
          {
            ...{ field: 'attributes', limit: 'letters, digits, "." and "_"', value: wrong },
          },
        );
      },
    },
  };

export const CLUSTER_GROUP_FIELD_NAMES = Object.keys(CLUSTER_GROUP_FIELDS) as readonly ClusterGroupField[];
/** Beside these, what a configuration has is carried through untouched. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.values(CLUSTER_GROUP_FIELDS).map(({ key }) => key));

export function settingsOf({ raw }: Pick<GroupConfig, 'raw'>): ClusterGroupSettings {
  return build((field) => CLUSTER_GROUP_FIELDS[field].read(raw[CLUSTER_GROUP_FIELDS[field].key]));
}

/** A policy as it is read again after it was stored: one wait is a fixed one, the documented table has its name. */
export function storedPolicy(policy: RetryPolicy): RetryPolicy {
  const { retryPolicy: codec } = CLUSTER_GROUP_FIELDS;
  return codec.read(codec.write(policy)) ?? policy;
}

export function defaultClusterGroup(): ClusterGroupSettings {
  return build((field) => CLUSTER_GROUP_FIELDS[field].byDefault);
}

/** The configuration with the change, and everything else as it was. */
export function changeConfig(raw: LooseRecord, change: ClusterGroupChange): LooseRecord {
  const changed = (field: ClusterGroupField): readonly [string, Loose][] => {
    const value = change[field];
    const codec = CLUSTER_GROUP_FIELDS[field] as FieldCodec<unknown>;
    return value === undefined ? [] : [[codec.key, codec.write(value)]];
  };
  return { ...raw, ...Object.fromEntries(CLUSTER_GROUP_FIELD_NAMES.flatMap(changed)) };
}

/** What we do not know of a configuration. */
export function unknownFields(raw: LooseRecord): LooseRecord {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !KNOWN_KEYS.has(key)));
}

/** What proxies, brokers and clients would choke on. @throws BrokerError bad-request naming field, limit and value */
export function checkClusterGroup(change: ClusterGroupChange): void {
  for (const field of CLUSTER_GROUP_FIELD_NAMES) {
    const value = change[field];
    if (value !== undefined) (CLUSTER_GROUP_FIELDS[field] as FieldCodec<unknown>).check(value);
  }
}

/** Null: proxies cannot read it either, and no 5.x client of the group can start. */
function readPolicy(stored: Loose | undefined): RetryPolicy | null {
  try {
    return readKnownPolicy(stored);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function readKnownPolicy(stored: Loose | undefined): RetryPolicy | null {
  const policy = optional(recordOf, stored, 'groupRetryPolicy');
  if (policy === null) return CLUSTER_STEPS;
  switch (policy.type) {
    case 'CUSTOMIZED':
      return readCustomized(optional(recordOf, policy.customizedRetryPolicy, 'customizedRetryPolicy'));
    case 'EXPONENTIAL': {
      const own = optional(recordOf, policy.exponentialRetryPolicy, 'exponentialRetryPolicy');
      if (own === null) return { type: 'exponential', ...DEFAULT_EXPONENTIAL };
      return {
        type: 'exponential',
        initialMs: wholeOf(own.initial, 'initial'),
        maxMs: wholeOf(own.max, 'max'),
        multiplier: wholeOf(own.multiplier, 'multiplier'),
      };
    }
    default:
      return null;
  }
}

/** One interval is a fixed one: clients stay at the last of the list. */
function readCustomized(policy: LooseRecord | null): RetryPolicy | null {
  const next = policy === null ? null : optional(listOf, policy.next, 'next');
  if (next === null) return CLUSTER_STEPS;
  const intervalsMs = next.map((item) => wholeOf(item, 'next'));
  const [first] = intervalsMs;
  if (first === undefined) return null;
  if (isDeepStrictEqual(intervalsMs, STEPPED_INTERVALS_MS)) return { type: 'stepped' };
  return intervalsMs.length === 1 ? { type: 'fixed', intervalMs: first } : { type: 'customized', intervalsMs };
}

function writePolicy(policy: RetryPolicy | null): Loose {
  if (policy === null) throw new DecodeError('a policy that cannot be read is never written');
  switch (policy.type) {
    case 'stepped':
      return { type: 'CUSTOMIZED', customizedRetryPolicy: { next: STEPPED_INTERVALS_MS } };
    case 'customized':
      if (isDeepStrictEqual(policy, CLUSTER_STEPS)) return { type: 'CUSTOMIZED' };
      return { type: 'CUSTOMIZED', customizedRetryPolicy: { next: policy.intervalsMs } };
    case 'fixed':
      return { type: 'CUSTOMIZED', customizedRetryPolicy: { next: [policy.intervalMs] } };
    case 'exponential': {
      const { initialMs: initial, maxMs: max, multiplier } = policy;
      return { type: 'EXPONENTIAL', exponentialRetryPolicy: { initial, max, multiplier } };
    }
  }
}

function checkPolicy(policy: RetryPolicy | null): void {
  if (policy === null)
    throw new BrokerError('bad-request', told('retryPolicy must be one that proxies can read.'), {
      field: 'retryPolicy',
      limit: 'stepped, customized, fixed or exponential',
    });
  checkRetryPolicy(policy);
  // Brokers keep it as an integer.
  if (policy.type === 'exponential') requireWhole('retryPolicy.multiplier', policy.multiplier, 1, LIMITS.maxMultiplier);
}

function build(
  valueOf: <Field extends ClusterGroupField>(field: Field) => ClusterGroupSettings[Field],
): ClusterGroupSettings {
  return Object.fromEntries(
    CLUSTER_GROUP_FIELD_NAMES.map((field) => [field, valueOf(field)]),
  ) as unknown as ClusterGroupSettings;
}
