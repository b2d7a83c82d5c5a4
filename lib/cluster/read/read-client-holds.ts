import { BrokerError, isBrokerError } from '../../model/errors';
import { joined, type Reason, told } from '../../model/language/t';
import { known, notOffered, type ToldReading, sumReadings, unknown } from '../../model/reading';
import { type RunningAsked, runningInfo, type RunningInfo, type RunningQueue } from '../admin/running-info';
import type { Subscription } from '../admin/subscription';
import type { Cluster } from '../cluster';
import type { Lane } from '../topology/pace';
import { isTimeout } from '../wire/failure';
import { reasonOf } from '../topology/reason';
import { byPlace, type Unanswered } from './assignments';
import type { ClusterClient } from './client';
import { type ClientHolds, type HoldingQueue, MOST_STACK } from './client-holds';
import { readClients } from './read-clients';
import { readGroup } from './read-groups';

/** Who asks again within this time gets the same answer. */
const HOLDS_MS = 2_000;
const BEHIND_PROXY = told('brokers and proxies do not report what one 5.x client holds');
const NO_QUEUES = told('a client that pulls by itself does not report what it holds');

/**
 * What one connected client holds, as it says itself when a broker asks it: for an operator who looks at that client,
 * never for a list. @throws BrokerError group-not-found, not-found, unavailable
 */
export async function readClientHolds(cluster: Cluster, input: RunningAsked): Promise<ClientHolds> {
  const { group, clientId, withStack = false } = input;
  await readGroup(cluster, group);
  const { clients } = await readClients(cluster, group);
  const client = clients.find((one) => one.clientId === clientId);
  if (client === undefined)
    throw new BrokerError(
      'not-found',
      told('No broker or proxy that responded knows a client {clientId} of {group}.', { clientId, group }),
      {
        field: 'clientId',
        value: clientId,
      },
    );
  if (client.protocol === 'grpc') return nothingOf(client, cluster.asOf(), notOffered(BEHIND_PROXY));
  return cluster.shared.read(`holds ${group} ${clientId}${withStack ? ' with stacks' : ''}`, HOLDS_MS, async () => {
    const said = await askClient(cluster, group, client, 'page', withStack);
    const asOf = cluster.asOf();
    return 'unanswered' in said ? nothingOf(client, asOf, unknown(said.unanswered)) : holdsOf(client, said, asOf);
  });
}

/** What a connected 4.x client subscribes to itself, asked behind all else; null: it does not answer, or not that. */
export async function readOwnSubscriptions(
  cluster: Cluster,
  group: string,
  client: ClusterClient,
): Promise<readonly Subscription[] | null> {
  const said = await askClient(cluster, group, client, 'background');
  return 'unanswered' in said ? null : said.subscriptions;
}

/** Through a broker that the client is connected to. Without an answer it says why. */
export async function askClient(
  cluster: Cluster,
  group: string,
  client: ClusterClient,
  lane: Lane,
  withStack = false,
): Promise<RunningInfo | Unanswered> {
  const { clientId, brokers } = client;
  const reasons: Reason[] = [];
  for (const broker of brokers) {
    try {
      return await cluster.ask(broker, runningInfo, { group, clientId, withStack }, lane);
    } catch (error) {
      if (!isBrokerError(error)) throw error;
      // It would keep the next broker waiting too.
      if (isTimeout(error.cause))
        return {
          unanswered: told('the client did not respond through {broker} within {seconds, number} s', {
            ...{ broker, seconds: (runningInfo.timeoutMs ?? 0) / 1_000 },
          }),
        };
      const reason = reasonOf(error.cause);
      reasons.push(reason === null ? error.reason : told('{broker} did not respond: {reason}', { broker, reason }));
    }
  }
  return { unanswered: joined(reasons) };
}

function nothingOf({ clientId, protocol }: ClusterClient, asOf: string, messages: ToldReading<number>): ClientHolds {
  return { clientId, protocol, asOf, messages, queues: [], topics: [], itself: null, stack: null };
}

function holdsOf({ clientId, protocol }: ClusterClient, said: RunningInfo, asOf: string): ClientHolds {
  const { queues: own, topics, startedMs, threads, maxRetries, consumesOrderly, stack } = said;
  const queues = (own ?? []).map((queue) => queueOf(queue, asOf)).toSorted(byPlace);
  const counts = queues.map(({ messages }) => messages);
  return {
    ...{ clientId, protocol, asOf, queues, topics },
    messages: own === null ? unknown(NO_QUEUES) : sumReadings(counts, asOf),
    itself: { startedAt: isoOf(startedMs), threads, isOrdered: consumesOrderly, maxRetries },
    stack: stack === null ? null : stack.slice(0, MOST_STACK),
  };
}

function queueOf(queue: RunningQueue, asOf: string): HoldingQueue {
  const { topic, broker, queueNo, messages, wholeMib, offset, lastFetchMs, lastSettledMs, isLocked, isGivenUp } = queue;
  return {
    ...{ topic, broker, queueNo, wholeMib, offset, isLocked, isGivenUp: isGivenUp === true },
    messages: messages === null ? unknown(told('not reported by the client')) : known(messages, asOf),
    ...{ lastFetchAt: isoOf(lastFetchMs), lastSettledAt: isoOf(lastSettledMs) },
  };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
