import { isDeepStrictEqual } from 'node:util';
import {
  checkClusterGroup,
  type ClusterGroup,
  type ClusterGroupChange,
  type ClusterTopic,
  storedPolicy,
} from '../../cluster';
import { isBrokerError } from '../../model/errors';
import { defaultGroupSettings, GROUP_FIELDS, type GroupSettings } from '../../model/group/group-settings';
import type { Topic } from '../../model/topic/topic';

/**
 * What the cluster has of a topic or group. absent: it is made. same: nothing to do. uneven: not on every broker.
 * other: with other settings. blocked: it cannot move, and `why` says why.
 */
export type Presence = 'absent' | 'same' | 'uneven' | 'other' | 'blocked';

export interface MovedTopic {
  readonly name: string;
  readonly type: Topic['messageType'];
  /** Of each broker. */
  readonly queues: number;
  readonly presence: Presence;
  readonly why: string | null;
}

type Planned = Pick<ClusterGroupChange, 'maxRetries' | 'retryPolicy' | 'isOrdered' | 'consumptionTimeoutMs'>;

export interface MovedGroup {
  readonly name: string;
  readonly presence: Presence;
  readonly why: string | null;
  readonly settings: Planned;
  readonly differences: readonly { readonly field: keyof Planned; readonly here: unknown; readonly there: unknown }[];
  /** What the cluster cannot keep as it is here. */
  readonly notes: readonly string[];
}

const MINUTE_MS = 60_000;

/** Pure. @param there what the brokers have, or null */
export function compareTopic({ name, messageType, queueCount }: Topic, there: ClusterTopic | null): MovedTopic {
  const topic = { name, type: messageType, queues: queueCount };
  if (there === null) return { ...topic, presence: 'absent', why: null };
  const types = [...new Set(there.parts.map((part) => part.messageType))];
  const isTaken = types.every((type) => type === messageType || type === 'MIXED' || type === 'UNSPECIFIED');
  if (!isTaken)
    return {
      ...topic,
      presence: 'blocked',
      why: `it is of type ${types.join(' and ')} there, and ${messageType} here`,
    };
  const most = Math.max(...there.parts.map(({ readQueues, writeQueues }) => Math.max(readQueues, writeQueues)));
  const isUneven = there.differs || there.missingOn.length > 0;
  const why = there.missingOn.length > 0 ? `not on ${there.missingOn.join(', ')}` : 'not the same on all brokers';
  // Queues that are there stay: more or fewer are no hindrance.
  return { ...topic, queues: most, presence: isUneven ? 'uneven' : 'same', why: isUneven ? why : null };
}

/** Pure. */
export function compareGroup(here: GroupSettings & { readonly name: string }, there: ClusterGroup | null): MovedGroup {
  const { name } = here;
  const { settings, notes } = forCluster(here);
  const group = { name, settings, notes, differences: [] };
  const refusal = refusalOf(here, settings);
  if (refusal !== null) return { ...group, presence: 'blocked', why: refusal };
  if (there === null) return { ...group, presence: 'absent', why: null };
  const differences = (Object.keys(settings) as (keyof Planned)[])
    .filter((field) => !isDeepStrictEqual(settings[field], there.settings[field]))
    .map((field) => ({ field, here: settings[field], there: there.settings[field] }));
  const isUneven = there.differences.length > 0 || there.missingOn.length > 0;
  const missing = there.missingOn.length > 0 ? `not on ${there.missingOn.join(', ')}` : 'brokers differ';
  if (isUneven) return { ...group, differences, presence: 'uneven', why: missing };
  return { ...group, differences, presence: differences.length === 0 ? 'same' : 'other', why: null };
}

function forCluster(here: GroupSettings): { readonly settings: Planned; readonly notes: readonly string[] } {
  const { maxRetries, retryPolicy, deliveryOrder, consumptionTimeoutMs } = here;
  const timeoutMs = Math.max(1, Math.ceil(consumptionTimeoutMs / MINUTE_MS)) * MINUTE_MS;
  return {
    settings: {
      maxRetries,
      retryPolicy: storedPolicy(retryPolicy),
      isOrdered: deliveryOrder === 'ordered',
      consumptionTimeoutMs: timeoutMs,
    },
    notes: [
      ...(timeoutMs === consumptionTimeoutMs ? [] : ['the consumption timeout becomes whole minutes']),
      ...lostBy(here),
      ...(deliveryOrder === 'ordered'
        ? ['stop its producers from step 2 to the end of step 5: what they send meanwhile comes before what waited']
        : []),
    ],
  };
}

/** Why brokers lose what was set. A group that broadcasts does not move at all. */
function lostBy(here: GroupSettings): string[] {
  const { messageModel: _refused, ...unset } = defaultGroupSettings(here.deliveryOrder);
  return (Object.keys(unset) as (keyof typeof unset)[]).flatMap((field) => {
    const { notInCluster } = GROUP_FIELDS[field];
    return notInCluster === null || here[field] === unset[field] ? [] : [notInCluster];
  });
}

function refusalOf({ messageModel }: GroupSettings, settings: Planned): string | null {
  if (messageModel === 'broadcasting')
    return 'it broadcasts: the clients of a cluster do that by themselves, without a group of this kind';
  try {
    checkClusterGroup(settings);
    return null;
  } catch (error) {
    if (isBrokerError(error)) return error.message;
    throw error;
  }
}
