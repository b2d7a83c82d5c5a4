import { idOf, messageAt, readClients, readGroup, storeIdOf, tryDirectly } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { deadLetterTopicOf } from '../../../model/classic-names';
import { BrokerError } from '../../../model/errors';
import { told, type Told } from '../../../model/language/t';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterLetters } from '../../../store/queries/cluster/letter-read';
import type { ConsumeAsked, ConsumedNow } from '../../port/brokers';
import type { RocketmqContext } from '../context';
import { requireChanges } from '../groups/write';
import { messageGone } from '../messages/found';

/**
 * One connected 4.x client handles one stored message now, and says what came of it. Nothing is stored: positions,
 * retries and dead letters stay as they are.
 * @throws BrokerError forbidden, group-not-found, message-not-found, not-found, conflict, unavailable: whether it was
 * handled is not known
 */
export async function consumeNow(ctx: RocketmqContext, asked: ConsumeAsked): Promise<ConsumedNow> {
  const { engine } = ctx;
  const { group, clientId, place, actor, reason } = asked;
  requireChanges(engine);
  await readGroup(engine.cluster, group);
  const message = await messageAt(engine.cluster, place);
  if (message === null) throw messageGone(place);
  const { clients } = await readClients(engine.cluster, group);
  const client = clients.find((one) => one.clientId === clientId);
  if (client === undefined)
    throw new BrokerError(
      'not-found',
      told('No broker and no proxy that answers knows a client {clientId} of {group}.', { clientId, group }),
      { field: 'clientId', value: clientId },
    );
  if (client.protocol === 'grpc')
    throw refused('clientId', 'a 4.x client', clientId, told('Brokers cannot reach one 5.x client behind a proxy.'));
  if (!client.brokers.includes(place.broker))
    throw refused(
      'clientId',
      `a client that is connected to ${place.broker}`,
      clientId,
      told('The message is stored on {broker}, and {clientId} is not connected to it.', {
        broker: place.broker,
        clientId,
      }),
    );
  const topics = [...client.subscriptions.map(({ topic }) => topic), deadLetterTopicOf(group)];
  if (!topics.includes(place.topic))
    throw refused(
      'at',
      topics.join(', '),
      place.topic,
      told('{clientId} does not subscribe to {topic}.', { clientId, topic: place.topic }),
    );
  const lies = { group, broker: place.broker, storeId: storeIdOf(message), messageId: idOf(message) };
  return await handOver(ctx, { ...lies, clientId, actor, reason, action: 'message.consume' });
}

/** As consumeNow, of a dead letter that is indexed here, by whichever 4.x client is connected where it lies. */
export async function tryLetterNow(
  ctx: RocketmqContext,
  { deadLetterId, actor }: { readonly deadLetterId: number; readonly actor: Actor },
): Promise<ConsumedNow> {
  const { broker, engine } = ctx;
  requireChanges(engine);
  const [letter] = await clusterLetters(broker.store.console, engine.clusterId, [deadLetterId]);
  if (letter === undefined)
    throw new BrokerError(
      'not-found',
      told('{engine} has no dead letter {deadLetterId}.', { engine: engine.name, deadLetterId }),
      { field: 'deadLetterId', value: deadLetterId },
    );
  const { clients } = await readClients(engine.cluster, letter.group);
  const client = clients.find(({ protocol, brokers }) => protocol === 'remoting' && brokers.includes(letter.broker));
  if (client === undefined)
    throw refused(
      'group',
      'a connected 4.x client',
      letter.group,
      told('No 4.x client of {group} is connected to {broker}, where the dead letter is stored.', {
        ...{ group: letter.group, broker: letter.broker },
      }),
    );
  return await handOver(ctx, { ...letter, clientId: client.clientId, actor, reason: '', action: 'dead-letter.try' });
}

interface HandedOver {
  readonly group: string;
  readonly clientId: string;
  readonly broker: string;
  readonly storeId: string;
  readonly messageId: string;
  readonly actor: Actor;
  readonly reason: string;
  readonly action: 'message.consume' | 'dead-letter.try';
}

/** On record before the client is asked. */
async function handOver({ broker: { store }, engine }: RocketmqContext, of: HandedOver): Promise<ConsumedNow> {
  const { group, clientId, broker, storeId, messageId, actor, reason, action } = of;
  await appendAudit(store.console, {
    ...{ actor, action, target: messageId, workspace: engine.name, reason },
    after: { group, broker, client: clientId },
  });
  const { result, remark, tookMs } = await tryDirectly(engine.cluster, { group, broker, storeId, clientId });
  return { client: clientId, isConsumed: result === 'CR_SUCCESS', result, remark, tookMs };
}

function refused(field: string, limit: string, value: string, message: Told): BrokerError {
  return new BrokerError('conflict', message, { field, limit, value });
}
