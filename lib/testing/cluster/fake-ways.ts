import type { Command } from '../../cluster/wire/command';
import type { Fields } from '../../cluster/wire/frame';
import { type StoredMessage, storeIdOf } from '../../cluster/wire/message';
import { parseProperties } from '../../cluster/wire/properties';
import type { FakeBroker } from './fake-broker';
import type { FakeAnswer } from './fake-peer';
import { runningClient } from './fake-running-client';
import { SCHEDULE, storeLater } from './fake-schedule';

const RETRY = '%RETRY%';

/** What re-drives ask. Null: something else is asked. */
export function answerOfWays(broker: FakeBroker, question: Command): FakeAnswer | null {
  const { code, fields } = question;
  switch (code) {
    case 10:
      return storeSent(broker, question);
    case 14: {
      const { consumerGroup = '', topic = '', queueId = '' } = fields;
      const offset = broker.offsets.get(`${consumerGroup}\n${topic}\n${queueId}`);
      return offset === undefined
        ? { code: 22, remark: 'Not found, maybe this group consumer boot first' }
        : { fields: { offset: String(offset.consumer) } };
    }
    case 36:
      return sendStoredBack(broker, fields);
    case 207:
      broker.groups.delete(fields.groupName ?? '');
      if (fields.cleanOffset === 'true') deleteOffsets(broker, (group) => group === fields.groupName);
      return {};
    case 215:
      deleteWithRetries(broker, fields.topic ?? '');
      return {};
    case 307:
      return runningClient(broker, fields);
    case 309:
      return { body: JSON.stringify({ consumeResult: 'CR_SUCCESS', remark: null, spentTimeMills: 3 }) };
    default:
      return null;
  }
}

/** 215: retry topics of 5.x clients go with their topic. */
function deleteWithRetries(broker: FakeBroker, topic: string): void {
  const readers = [...broker.offsets.keys()].flatMap((key) => (key.split('\n')[1] === topic ? key.split('\n')[0] : []));
  const retries = readers.flatMap((group) => [`${RETRY}${group}_${topic}`, `${RETRY}${group}+${topic}`]);
  for (const name of [topic, ...retries]) {
    broker.deleteTopic(name);
    deleteOffsets(broker, (_group, of) => of === name);
  }
}

function deleteOffsets(broker: FakeBroker, isGone: (group: string, topic: string) => boolean): void {
  for (const key of broker.offsets.keys()) {
    const [group = '', topic = ''] = key.split('\n');
    if (isGone(group, topic)) broker.offsets.delete(key);
  }
}

/** 10: as brokers do, a retry topic is made by the first message, and the group of its name has to be there. */
function storeSent(broker: FakeBroker, { fields, body }: Command): FakeAnswer {
  const { topic = '', queueId, properties = '' } = fields;
  if (topic.includes('+')) return { code: 29, remark: 'the topic contains an illegal character' };
  if (topic.startsWith(RETRY)) {
    const group = topic.slice(RETRY.length);
    if (!broker.groups.has(group)) {
      if (broker.config['autoCreateSubscriptionGroup'] === 'false')
        return { code: 26, remark: `subscription group not exist, ${group}` };
      broker.addGroup(group);
    }
    if (!broker.topics.has(topic)) broker.addTopic(topic);
  }
  if (!broker.topics.has(topic)) return { code: 17, remark: `topic[${topic}] not exist` };
  const more = {
    ...{ queueId: Number(queueId), flag: Number(fields.flag), sysFlag: Number(fields.sysFlag) },
    ...{ bornTimestamp: Number(fields.bornTimestamp), reconsumeTimes: Number(fields.reconsumeTimes) },
    properties: parseProperties(properties),
  };
  return { fields: placeOf(storeLater(broker, topic, body, more) ?? broker.store(topic, body, more)) };
}

function placeOf(stored: StoredMessage): Fields {
  const { queueId, queueOffset, properties } = stored;
  return {
    ...{ msgId: storeIdOf(stored), queueId: String(queueId), queueOffset: String(queueOffset) },
    transactionId: properties['UNIQ_KEY'] ?? '',
  };
}

/** 36: a copy waits among the scheduled messages, for the retry topic of the group. */
function sendStoredBack(broker: FakeBroker, { offset, group = '', delayLevel }: Fields): FakeAnswer {
  const message = [...broker.topics.values()]
    .flatMap((queues) => queues.flatMap(({ messages }) => messages))
    .find(({ physicalOffset }) => physicalOffset === Number(offset));
  if (message === undefined) return { code: 1, remark: `look message by offset failed, ${offset}` };
  if (!broker.groups.has(group)) return { code: 26, remark: `subscription group not exist, ${group}` };
  storeLater(broker, `${RETRY}${group}`, message.body, {
    ...{ sysFlag: message.sysFlag, reconsumeTimes: message.reconsumeTimes + 1 },
    properties: { ...message.properties, DELAY: String(delayLevel) },
  });
  return {};
}

/** What is scheduled comes to the topics that it is for. */
export function releaseScheduled(broker: FakeBroker): void {
  for (const { messages } of broker.topics.get(SCHEDULE) ?? []) {
    for (const { properties, body, sysFlag, reconsumeTimes } of messages) {
      const { REAL_TOPIC: topic = '', DELAY: _delay, ...kept } = properties;
      const isThere = broker.topics
        .get(topic)
        ?.some((queue) =>
          queue.messages.some(
            (one) => one.properties['REDRIVE_ID'] === kept['REDRIVE_ID'] && one.reconsumeTimes === reconsumeTimes,
          ),
        );
      if (isThere === true) continue;
      if (!broker.topics.has(topic)) broker.addTopic(topic);
      broker.store(topic, body, { sysFlag, reconsumeTimes, properties: kept });
    }
  }
}

const REVIVE = 'rmq_sys_REVIVE_LOG_Fake';

function record(broker: FakeBroker, tag: 'ck' | 'ack', body: object): void {
  if (!broker.topics.has(REVIVE)) broker.addTopic(REVIVE, 8);
  broker.store(REVIVE, JSON.stringify({ ...body, bn: broker.name }), {
    ...{ storeTimestamp: broker.timeMs, properties: { TAGS: tag } },
  });
}

/** A 5.x client gets a message of a retry topic, and the broker writes it down. Settled: it was acknowledged. */
export function popOne(broker: FakeBroker, { group, topic, offset, isSettled }: PopOne): void {
  const popMs = broker.timeMs;
  broker.setOffset(group, topic, 0, { consumer: offset + 1, pull: offset + 1, last: popMs });
  const place = { t: topic, c: group, q: 0, so: offset, pt: popMs };
  record(broker, 'ck', { ...place, d: [0], n: 1, it: 60_000 });
  if (isSettled) record(broker, 'ack', { ...place, ao: offset });
}

interface PopOne {
  readonly group: string;
  readonly topic: string;
  readonly offset: number;
  readonly isSettled: boolean;
}

/** What a 5.x client makes of every copy that it has not seen: consumed, or dead after a retry. */
export function consumeCopies(broker: FakeBroker, group: string, isFine: (body: string) => boolean): void {
  for (const [topic, [queue]] of broker.topics) {
    if (queue === undefined || !topic.startsWith(`${RETRY}${group}_`)) continue;
    const from = broker.offsets.get(`${group}\n${topic}\n0`)?.consumer ?? 0;
    for (let offset = from; offset < queue.min + queue.messages.length; offset += 1) {
      const message = queue.messages[offset - queue.min];
      if (message === undefined) continue;
      const { properties, body, sysFlag, reconsumeTimes } = message;
      const more = { properties, sysFlag, reconsumeTimes: reconsumeTimes + 1, storeTimestamp: broker.timeMs };
      if (isFine(body.toString())) popOne(broker, { group, topic, offset, isSettled: true });
      else if (reconsumeTimes === 0) {
        broker.store(topic, body, more);
        popOne(broker, { group, topic, offset, isSettled: true });
      } else {
        const dead = `%DLQ%${group}`;
        if (!broker.topics.has(dead)) broker.addTopic(dead);
        broker.store(dead, body, more);
        popOne(broker, { group, topic, offset, isSettled: true });
      }
    }
  }
}
