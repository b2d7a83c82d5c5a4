import { isDeepStrictEqual } from 'node:util';
import {
  checkClusterGroup,
  type ClusterGroup,
  type ClusterGroupChange,
  type ClusterTopic,
  storedPolicy,
} from '../../cluster';
import { isBrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
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
  readonly why: Told | null;
}

type Planned = Pick<ClusterGroupChange, 'maxRetries' | 'retryPolicy' | 'isOrdered' | 'consumptionTimeoutMs'>;

export interface MovedGroup {
  readonly name: string;
  readonly presence: Presence;
  readonly why: Told | null;
  readonly settings: Planned;
  readonly differences: readonly { readonly field: keyof Planned; readonly here: unknown; readonly there: unknown }[];
  /** What the cluster cannot keep as it is here. */
  readonly notes: readonly Told[];
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
      why: told('type {there} in the cluster, {here} here', { there: types, here: messageType }),
    };
  const most = Math.max(...there.parts.map(({ readQueues, writeQueues }) => Math.max(readQueues, writeQueues)));
  const isUneven = there.differs || there.missingOn.length > 0;
  const why = unevenWords(there.missingOn);
  // Queues that are there stay: more or fewer are no hindrance.
  return { ...topic, queues: most, presence: isUneven ? 'uneven' : 'same', why: isUneven ? why : null };
}

function unevenWords(missingOn: readonly string[]): Told {
  return missingOn.length > 0
    ? told('missing on {brokers}', { brokers: missingOn })
    : told('not the same on all brokers');
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
  if (isUneven) return { ...group, differences, presence: 'uneven', why: unevenWords(there.missingOn) };
  return { ...group, differences, presence: differences.length === 0 ? 'same' : 'other', why: null };
}

function forCluster(here: GroupSettings): { readonly settings: Planned; readonly notes: readonly Told[] } {
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
      ...(timeoutMs === consumptionTimeoutMs ? [] : [told('the consumption timeout is rounded up to minutes')]),
      ...lostBy(here),
      ...(deliveryOrder === 'ordered'
        ? [
            told(
              `stop its producers from step 2 to the end of step 5, or messages sent in that time are delivered before
              waiting ones`,
            ),
          ]
        : []),
    ],
  };
}

/** Why brokers lose what was set. A group that broadcasts does not move at all. */
function lostBy(here: GroupSettings): Told[] {
  const { messageModel: _refused, ...unset } = defaultGroupSettings(here.deliveryOrder);
  const lost = (Object.keys(unset) as (keyof typeof unset)[]).filter((field) => here[field] !== unset[field]);
  return [
    ...lost.flatMap((field) => {
      const { notInCluster, isOfLite } = GROUP_FIELDS[field];
      return notInCluster === null || isOfLite ? [] : [notInCluster];
    }),
    ...(lost.some((field) => GROUP_FIELDS[field].isOfLite)
      ? [
          told(
            `its settings of lite topics are not moved: set lite.sub.model, lite.sub.wildcard and lite.sub.client.quota
            in the attributes of the group`,
          ),
        ]
      : []),
  ];
}

function refusalOf({ messageModel }: GroupSettings, settings: Planned): Told | null {
  if (messageModel === 'broadcasting')
    return told('it is a broadcast group; in a cluster, clients broadcast without a group setting');
  try {
    checkClusterGroup(settings);
    return null;
  } catch (error) {
    if (isBrokerError(error)) return error.problems[0]?.told ?? told('brokers do not accept its settings');
    throw error;
  }
}
