import { bodyGone, type StoredBody } from '../../../broker';
import { bornOf, idOf, messageAt, packingOf, type StoredMessage, unpackMessage } from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import type { BrokerPlace } from '../../../model/message/broker-place';
import { PRIORITY_KEY } from '../../../model/limits';
import { type BodyEncoding, priorityOf } from '../../../model/message/message';
import type { MessageType } from '../../../model/topic/topic';
import type { FoundInLog, StoredInBroker } from '../../port/messages';
import type { RocketmqContext } from '../context';
import { readOnlyBlock } from '../groups/write';
import { readStates } from './states';

type WithoutGroups = Omit<FoundInLog, 'groups' | 'moreGroups'>;

/** A message as its broker stores it; who sent it without an id is named by its place. */
export function foundOf(broker: string, message: StoredMessage): WithoutGroups & { readonly offset: number } {
  const { properties, topic, queueId, queueOffset, storeTimestamp, body } = message;
  const { TAGS: tag, KEYS: keys = '', __SHARDINGKEY: messageGroup } = properties;
  return {
    ...{ broker, topic, queueNo: queueId, offset: queueOffset, outside: null },
    ...{ messageId: idOf(message), type: typeOf(properties), storedAt: new Date(storeTimestamp) },
    ...{ tag: tag ?? null, messageGroup: messageGroup ?? null, bodyBytes: body.length },
    priority: priorityOf(properties) ?? null,
    keys: keys.split(' ').filter((each) => each !== ''),
  };
}

/** Topics of type MIXED and those without a type take messages of all. */
function typeOf(properties: StoredMessage['properties']): MessageType {
  if (properties['TRAN_MSG'] === 'true') return 'TRANSACTION';
  if (['TIMER_OUT_MS', 'TIMER_DELIVER_MS', 'DELAY'].some((name) => name in properties)) return 'DELAY';
  if ('__SHARDINGKEY' in properties) return 'FIFO';
  return PRIORITY_KEY in properties ? 'PRIORITY' : 'NORMAL';
}

/** @throws BrokerError message-not-found, unavailable */
export async function readStored(ctx: RocketmqContext, place: BrokerPlace): Promise<StoredInBroker> {
  const message = await messageAt(ctx.engine.cluster, place);
  if (message === null) throw messageGone(place);
  const states = await readStates(ctx, place.topic);
  const { bornMs, bornHost } = bornOf(message);
  return {
    ...foundOf(place.broker, message),
    ...states(place.broker, message),
    ...{ properties: message.properties, reconsumeTimes: message.reconsumeTimes },
    ...{ bornAt: new Date(bornMs), bornHost, traceContext: message.properties['TRACE_CONTEXT'] ?? null },
    encoding: packingOf(message),
    consumeNotOffered: readOnlyBlock(ctx.engine),
  };
}

export function messageGone({ broker, queueNo, offset }: BrokerPlace): BrokerError {
  return new BrokerError('message-not-found', told('{broker} has no message at this offset any more.', { broker }), {
    field: 'at',
    value: `${queueNo} / ${offset}`,
  });
}

/** @throws BrokerError message-not-found, unavailable */
export async function readBodyAt({ engine }: RocketmqContext, id: string, place: BrokerPlace): Promise<StoredBody> {
  const message = await messageAt(engine.cluster, place);
  // the id is asked too, so that a place of another message never answers
  if (message === null || idOf(message) !== id) throw bodyGone(id);
  const { topic, properties } = message;
  return {
    ...{ topic, properties, storedBytes: message.body.length, body: unpackMessage(message) },
    encoding: packingOf(message) as BodyEncoding,
  };
}
