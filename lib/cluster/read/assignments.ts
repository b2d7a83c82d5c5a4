import type { Reason } from '../../model/language/t';
import type { ToldReading } from '../../model/reading';
import type { RunningInfo, RunningQueue } from '../admin/running-info';
import type { SilentBroker } from '../topology/answers';
import type { ClusterClient } from './client';

/**
 * one: a client has the queue, or each client of a broadcast group. several: clients that share queues each believe
 * that the queue is theirs alone. none: no client has it. shared: clients take from it message by message. unknown: a
 * client did not answer, and it may have the queue.
 */
export type AssignmentState = 'one' | 'several' | 'none' | 'shared' | 'unknown';

export interface AssignedQueue {
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  readonly state: AssignmentState;
  /** Ids of the clients that have it. */
  readonly clients: readonly string[];
  readonly notDelivered: ToldReading<number>;
}

/** Which 4.x client has which queue, as each of them says itself. */
export interface GroupAssignments {
  readonly group: string;
  readonly asOf: string;
  readonly isBroadcast: boolean;
  /** Queues without a client and queues of several first. */
  readonly queues: readonly AssignedQueue[];
  /** 4.x clients that answered. */
  readonly answered: number;
  /** 5.x clients: none of them has queues of its own. */
  readonly proxied: number;
  readonly unanswered: readonly { readonly clientId: string; readonly reason: Reason }[];
  /** Brokers whose queues are unknown. */
  readonly silent: readonly SilentBroker[];
}

export interface Unanswered {
  readonly unanswered: Reason;
}

/** A 4.x client with its answer; or why there is none. */
export interface AskedClient {
  readonly client: ClusterClient;
  readonly said: RunningInfo | Unanswered;
}

type Place = Pick<RunningQueue, 'topic' | 'broker' | 'queueNo'>;

const ORDER: readonly AssignmentState[] = ['several', 'none', 'unknown', 'one', 'shared'];
const ALL_QUEUES = -1;

/** Every queue of the topics that the clients subscribe to, with the clients that have it. Pure. */
export function assignmentsOf(
  places: readonly Place[],
  asked: readonly AskedClient[],
  proxied: readonly ClusterClient[],
  notDelivered: (place: Place) => ToldReading<number>,
): readonly AssignedQueue[] {
  const answers = asked.flatMap(({ client, said }) => ('unanswered' in said ? [] : [{ client, said }]));
  const isOpen = answers.length < asked.length || answers.some(({ said }) => said.queues === null);
  const has = ({ topic, broker }: Place, at: number): readonly string[] =>
    answers.flatMap(({ client: { clientId }, said }) => {
      const isHis = (said.queues ?? []).some(
        (queue) => queue.topic === topic && queue.broker === broker && queue.queueNo === at && queue.isGivenUp !== true,
      );
      return isHis ? [clientId] : [];
    });
  const isShared = ({ topic }: Place): boolean =>
    proxied.some(({ subscriptions }) => subscriptions.some((each) => each.topic === topic));
  return places
    .map((place): AssignedQueue => {
      const [alone, together] = [has(place, place.queueNo), has(place, ALL_QUEUES)];
      const clients = [...new Set([...alone, ...together])];
      return { ...place, clients, state: stateOf(place, alone, together), notDelivered: notDelivered(place) };
    })
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || byPlace(one, other));

  function stateOf(place: Place, alone: readonly string[], together: readonly string[]): AssignmentState {
    if (alone.length === 1 || (alone.length > 1 && asked.every(({ client }) => client.isBroadcast))) return 'one';
    if (alone.length > 1) return 'several';
    if (together.length > 0 || isShared(place)) return 'shared';
    return isOpen ? 'unknown' : 'none';
  }
}

export function byPlace(one: Place, other: Place): number {
  return one.topic.localeCompare(other.topic) || one.broker.localeCompare(other.broker) || one.queueNo - other.queueNo;
}
