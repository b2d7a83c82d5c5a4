import { t } from '../../../model/language/t';
import { findMessages, listGroupNames } from '../../../broker';
import { shortName } from '../../../model/group/client-host';
import type { FoundMessage } from '../../../model/message/found-message';
import { topicNotFound } from '../../../model/not-found';
import { known, type Reading, unknown } from '../../../model/reading';
import { topicProducers } from '../../../store/queries/topic-stats/topic-producers';
import { topicQueues } from '../../../store/queries/topic-stats/topic-overview';
import { topicFind } from '../../../store/queries/topic/topic-find';
import type { NewestMessage, SeenConsumer, SeenProducer, TopicConnection } from '../../port/topic-connection';
import { databaseNow } from '../../reading-time';
import type { EmbeddedContext } from '../context';

const MOST_GROUPS = 500;
/** Of the newest messages, to find one that the group committed. */
const NEWEST = 20;

/** @throws BrokerError topic-not-found */
export async function readTopicConnection(
  { broker, listClients, covers }: EmbeddedContext,
  asked: { readonly topic: string; readonly group: string | null },
): Promise<TopicConnection> {
  const db = broker.store.console;
  const topic = await topicFind(db, asked.topic);
  if (topic === null) throw topicNotFound(asked.topic);
  const asOf = await databaseNow(db);
  const [queues, producers, clients, found, groups] = await Promise.all([
    topicQueues(db, broker.clock.nowOrNull(), topic.topicId),
    topicProducers(db, topic.topicId),
    listClients(),
    findMessages(broker, { topic: topic.name, limit: NEWEST }),
    listGroupNames(broker, MOST_GROUPS),
  ]);
  const group = asked.group !== null && groups.includes(asked.group) ? asked.group : null;
  const own = clients.filter((client) => client.topics.includes(topic.name));
  const sending = own.find(({ kind }) => kind === 'producer');
  const reading = own.filter((client) => client.group !== null && client.group === group && covers(client.group));
  const messages = found.items.filter(({ outside }) => outside === null);
  const ofGroup = <T>(value: T): Reading<T> =>
    group === null ? unknown(t('no group is chosen'), asOf) : known(value, asOf);
  return {
    ...{ topic: topic.name, type: topic.messageType, group, groups },
    endpoints: known([], asOf),
    producer: known(toProducer(sending, producers, asOf), asOf),
    stored: known(
      queues.reduce((sum, { stored }) => sum + stored, 0),
      asOf,
    ),
    newest: known(toMessage(messages[0], group), asOf),
    consumer: ofGroup(toConsumer(reading)),
    committed: isBroadcast(messages, group)
      ? unknown(t('each client of a broadcast group has its own state of a message'), asOf)
      : ofGroup(
          toMessage(
            messages.find((message) => stateIn(message, group) === 'consumed'),
            group,
          ),
        ),
  };
}

type Client = Awaited<ReturnType<EmbeddedContext['listClients']>>[number];
type Producer = Awaited<ReturnType<typeof topicProducers>>[number];

/** A connected one, else who sent the newest message. */
function toProducer(client: Client | undefined, sent: readonly Producer[], asOf: string): SeenProducer | null {
  if (client !== undefined) {
    const { clientId, language, version, silentMs } = client;
    const lastAt = new Date(Date.parse(asOf) - silentMs);
    return { host: shortName(clientId), sdk: { language, version }, lastAt, isConsole: false };
  }
  const [newest] = sent;
  if (newest === undefined) return null;
  return { host: newest.host, sdk: null, lastAt: newest.lastAt, isConsole: newest.host === 'console' };
}

function toConsumer(clients: readonly Client[]): SeenConsumer | null {
  const [first] = clients;
  if (first === undefined) return null;
  const { clientId, language, version } = first;
  return { host: shortName(clientId), language, version, count: clients.length };
}

function toMessage(found: FoundMessage | undefined, group: string | null): NewestMessage | null {
  if (found === undefined) return null;
  const { messageId, keys, queueNo, offset, storedAt } = found;
  return { messageId, keys, queueNo, offset, storedAt, state: stateIn(found, group) };
}

function stateIn({ groups }: FoundMessage, group: string | null): NewestMessage['state'] {
  return groups.find((each) => each.group === group)?.state ?? null;
}

function isBroadcast(messages: readonly FoundMessage[], group: string | null): boolean {
  return messages.some(({ groups }) => groups.some((each) => each.group === group && each.state === null));
}
