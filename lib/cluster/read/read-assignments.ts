import { told } from '../../model/language/t';
import { unknown } from '../../model/reading';
import { PERMISSION } from '../admin/topic-config';
import type { Cluster } from '../cluster';
import { type AskedClient, assignmentsOf, type GroupAssignments } from './assignments';
import type { ClusterClient } from './client';
import { readClients } from './read-clients';
import { askClient } from './read-client-holds';
import { readGroup } from './read-groups';
import { readLag } from './read-lag';
import { readTopicConfigs } from './read-topics';

/** Who asks again within this time gets the same answer. */
const ASSIGNMENTS_MS = 2_000;
/** Clients asked: a group with more of them has more clients than queues. */
export const MOST_CLIENTS = 100;
/** No further client is asked after this time: clients that hang would keep an operator waiting too long. */
const ASKED_FOR_MS = 20_000;
const AT_ONCE = 4;

/**
 * Which client has which queue of the topics of a group: every connected 4.x client is asked, for an operator who looks
 * at the group, never for a list. @throws BrokerError group-not-found, unavailable
 */
export async function readAssignments(cluster: Cluster, name: string): Promise<GroupAssignments> {
  const group = await readGroup(cluster, name);
  return cluster.shared.read(`assignments ${name}`, ASSIGNMENTS_MS, async () => {
    const { clients } = await readClients(cluster, name);
    const classic = clients.filter(({ protocol }) => protocol === 'remoting');
    const proxied = clients.filter(({ protocol }) => protocol === 'grpc');
    const [asked, lag, configs] = await Promise.all([
      askAll(cluster, name, classic),
      readLag(cluster, group),
      readTopicConfigs(cluster),
    ]);
    const topics = new Set(asked.flatMap(topicsOf));
    const places = configs.parts.flatMap(({ broker, value }) =>
      value.topics
        .filter(({ topic, permission }) => topics.has(topic) && (permission & PERMISSION.read) !== 0)
        .flatMap(({ topic, readQueues }) =>
          Array.from({ length: readQueues }, (_, queueNo) => ({ topic, broker, queueNo })),
        ),
    );
    const waiting = new Map(
      lag.topics.flatMap(({ topic, queues }) =>
        queues.map(({ broker, queueNo, notDelivered }) => [`${topic} ${broker} ${queueNo}`, notDelivered] as const),
      ),
    );
    return {
      ...{ group: name, asOf: cluster.asOf(), silent: configs.silent, proxied: proxied.length },
      isBroadcast: classic.length > 0 && classic.every(({ isBroadcast }) => isBroadcast),
      queues: assignmentsOf(
        places,
        asked,
        proxied,
        ({ topic, broker, queueNo }) =>
          waiting.get(`${topic} ${broker} ${queueNo}`) ?? unknown(told('the group has no offset in this queue')),
      ),
      answered: asked.filter(({ said }) => !('unanswered' in said)).length,
      unanswered: asked.flatMap(({ client: { clientId }, said }) =>
        'unanswered' in said ? [{ clientId, reason: said.unanswered }] : [],
      ),
    };
  });
}

/** What a client subscribes to itself, its retry topic too; of one that does not answer, as the broker has it. */
function topicsOf({ client, said }: AskedClient): readonly string[] {
  const own = 'unanswered' in said ? null : said.subscriptions;
  return (own ?? client.subscriptions).map(({ topic }) => topic);
}

async function askAll(cluster: Cluster, group: string, clients: readonly ClusterClient[]): Promise<AskedClient[]> {
  const untilMs = performance.now() + ASKED_FOR_MS;
  const asked = new Map<ClusterClient, AskedClient['said']>();
  const left = clients.slice(0, MOST_CLIENTS);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let client = left.shift(); client !== undefined; client = left.shift())
        asked.set(
          client,
          performance.now() > untilMs
            ? { unanswered: told('not asked: the others took {seconds, number} s', { seconds: ASKED_FOR_MS / 1_000 }) }
            : await askClient(cluster, group, client, 'page'),
        );
    }),
  );
  return clients.map((client) => ({
    client,
    said: asked.get(client) ?? {
      unanswered: told('not asked: only the first {most, number} clients are asked', { most: MOST_CLIENTS }),
    },
  }));
}
