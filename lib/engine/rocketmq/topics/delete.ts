import { redriveName } from '../../../broker';
import {
  type Answers,
  deleteTopic,
  readTopicConsumers,
  readTopicRemains,
  type TopicConsumers,
  type TopicRemains,
} from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { t } from '../../../model/language/t';
import { topicUse } from '../../../store/queries/cluster/topic-use';
import type { TopicDeletionPlan, TopicRemoval } from '../../port/topics';
import type { RocketmqContext } from '../context';
import { deleteInCluster, namedOf, remainsOf, unclearWords } from '../deletion';
import { readOnlyBlock } from '../groups/write';

/** What goes at each broker, and what keeps the topic from being deleted. @throws BrokerError topic-not-found */
export async function planClusterTopicDelete(ctx: RocketmqContext, topic: string): Promise<TopicDeletionPlan> {
  const remains = await readTopicRemains(ctx.engine.cluster, topic);
  const { redriveId, blocker } = await usesOf(ctx, topic, remains, false);
  const brokers = remainsOf(remains, ({ hasSettings, positions, topics }) => ({
    ...{ hasSettings, positions, topics, left: [] },
  }));
  const readers = readersIn(remains);
  return {
    ...{ topic, isEmpty: false, refusal: readOnlyBlock(ctx.engine) ?? blocker },
    stored: storedIn(topic, remains),
    // Brokers do not count what is scheduled for one topic, nor open transactions. Dead letters stay with their groups.
    ...{ inFlight: null, waiting: null, scheduled: null, transactions: null, deadLetters: null },
    ...{ redrives: redriveId === null ? [] : [redriveId], redirects: [] },
    // A silent broker has more of each.
    readers: readers.map(({ group, unread }) => ({ group, behind: remains.silent.length === 0 ? unread : null })),
    inBrokers: { brokers, nameServers: [] },
  };
}

/** @throws BrokerError as deleteInCluster */
export async function deleteClusterTopic(ctx: RocketmqContext, change: TopicRemoval): Promise<TopicDeletionPlan> {
  const { broker, engine } = ctx;
  const { topic, confirm, actor, reason = '' } = change;
  const plan = await planClusterTopicDelete(ctx, topic);
  const brokers = plan.inBrokers?.brokers ?? [];
  const nameServers = await deleteInCluster(broker, engine, {
    ...{ kind: 'topic', name: topic, confirm, actor, reason, blocker: plan.refusal, remains: brokers },
    counts: plan.stored === null ? {} : { messages: plan.stored },
    send: () =>
      deleteTopic(engine.cluster, topic, async (remains) => {
        const { blocker } = await usesOf(ctx, topic, remains, true);
        if (blocker !== null) throw new BrokerError('conflict', blocker, { field: 'topic', value: topic });
      }),
  });
  return { ...plan, inBrokers: { brokers, nameServers } };
}

type Remains = Answers<TopicRemains>;

/** Null: a broker is silent. */
function storedIn(topic: string, { parts, silent }: Remains): number | null {
  if (silent.length > 0) return null;
  const counts = parts.flatMap(({ value }) => value.topics.filter((one) => one.topic === topic));
  return counts.reduce((sum, { messages }) => sum + messages, 0);
}

function readersIn({ parts }: Remains): readonly { readonly group: string; readonly unread: number }[] {
  const unread = new Map<string, number>();
  for (const { value } of parts)
    for (const reader of value.readers) unread.set(reader.group, (unread.get(reader.group) ?? 0) + reader.unread);
  return [...unread].map(([group, count]) => ({ group, unread: count })).toSorted((a, b) => b.unread - a.unread);
}

interface Uses {
  readonly redriveId: number | null;
  /** Why it cannot be deleted now; null: it can. */
  readonly blocker: string | null;
}

/** `now`: whatever was read before, clients are counted again. */
async function usesOf(
  { broker, engine: { cluster, clusterId } }: RocketmqContext,
  topic: string,
  remains: Remains,
  now: boolean,
): Promise<Uses> {
  const readers = readersIn(remains).map(({ group }) => group);
  const [consumers, { redriveId, redriveGroup, isMoving }] = await Promise.all([
    readTopicConsumers(cluster, { topic, readers, now }),
    topicUse(broker.store.console, clusterId, { topic, groups: readers }),
  ]);
  const used =
    redriveId === null
      ? isMoving
        ? t('A move to this cluster includes {topic}. Finish or cancel it.', { topic })
        : null
      : t('{redrive} re-drives dead letters of {group}, which reads {topic}. Wait until it ends, or cancel it.', {
          redrive: redriveName(redriveId),
          group: redriveGroup ?? '',
          topic,
        });
  const blocker =
    consumersBlock(topic, consumers) ?? producersBlock(topic, remains) ?? sharedBlock(topic, remains) ?? used;
  return { redriveId, blocker: blocker ?? silentBlock(remains) };
}

function consumersBlock(topic: string, { clients, unclear }: TopicConsumers): string | null {
  if (clients.length === 0) return unclear === null ? null : unclearWords(unclear);
  const named = namedOf(clients.map(({ clientId, group }) => `${clientId} (${group})`));
  return t(
    `{count, plural, one {# client subscribes} other {# clients subscribe}} to {topic}: {named}. Stop {count, plural,
    one {it} other {them}} first.`,
    { count: clients.length, topic, named },
  );
}

function producersBlock(topic: string, { parts }: Remains): string | null {
  const messages = parts.reduce((sum, { value }) => sum + value.sent.messages, 0);
  if (messages === 0) return null;
  const hosts = [...new Set(parts.flatMap(({ value }) => value.sent.hosts))].toSorted();
  return hosts.length === 0
    ? t(
        `{messages, plural, one {# message was} other {# messages were}} sent to {topic} in the last minute. Stop its
        producers first, and wait a minute.`,
        { messages, topic },
      )
    : t(
        `{messages, plural, one {# message was} other {# messages were}} sent to {topic} in the last minute from
        {hosts}. Stop its producers first, and wait a minute.`,
        { messages, topic, hosts: namedOf(hosts) },
      );
}

function sharedBlock(topic: string, { parts }: Remains): string | null {
  const first = parts.flatMap(({ broker, value }) => value.shared.map((one) => ({ broker, ...one })))[0];
  if (first === undefined) return null;
  const { broker, messages, topic: retry, with: group } = first;
  return t(
    `Brokers delete {retry} with {topic}, and by its name it may also be a retry topic of {group}: {broker} has
    {messages, plural, one {# message} other {# messages}} there. Delete {topic} when none are left.`,
    { retry, topic, group, broker, messages },
  );
}

/** The groups that read the topic there are not known. */
function silentBlock({ parts, silent }: Remains): string | null {
  if (silent.length === 0) return null;
  return unclearWords(
    t('{answered, number} of {all, number} brokers responded', {
      ...{ answered: parts.length, all: parts.length + silent.length },
    }),
  );
}
