import type { Fields } from '../../cluster/wire/frame';
import type { FakeBroker } from './fake-broker';
import type { FakeAnswer } from './fake-peer';

/** What a client of 4.x holds of a queue; what is left out is as in a quiet one. */
export interface FakeHolding {
  readonly brokerName?: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly cachedMsgCount?: number;
  readonly cachedMsgSizeInMiB?: number;
  readonly commitOffset?: number;
  /** As Java spells it: another client has the queue now. */
  readonly droped?: boolean;
}

/** 307: as a client of 4.x answers; its queues are keys of a map, which is no JSON. */
export function runningClient(broker: FakeBroker, asked: Fields): FakeAnswer {
  const { consumerGroup = '', clientId = '', jstackEnable } = asked;
  const isThere = broker.connections.get(consumerGroup)?.some((client) => client.clientId === clientId);
  if (isThere !== true) return { code: 1, remark: `The Consumer <${consumerGroup}> <${clientId}> not online` };
  const properties = {
    ...{ PROP_CONSUMEORDERLY: String(broker.isOrderly), PROP_CONSUME_TYPE: 'CONSUME_PASSIVELY' },
    ...{ PROP_THREADPOOL_CORE_SIZE: '20', PROP_CONSUMER_START_TIMESTAMP: String(broker.timeMs - 3_600_000) },
    ...{ maxReconsumeTimes: '-1' },
  };
  const queues = broker.holding.get(clientId) ?? [];
  const mqTable = queues.map(({ brokerName = broker.name, topic, queueNo, ...held }) => {
    const info = {
      ...{ cachedMsgCount: 0, cachedMsgSizeInMiB: 0, commitOffset: 0, locked: true, droped: false },
      ...{ lastPullTimestamp: broker.timeMs - 4_000, lastConsumeTimestamp: broker.timeMs - 9_000, ...held },
    };
    return `${JSON.stringify({ brokerName, queueId: queueNo, topic })}:${JSON.stringify(info)}`;
  });
  const figures = { consumeRT: 12.5, consumeOKTPS: 3.2, consumeFailedTPS: 0, consumeFailedMsgs: 0 };
  const statusTable = Object.fromEntries(queues.map(({ topic }) => [topic, figures]));
  const subscribed = { [`%RETRY%${consumerGroup}`]: '*', ...broker.subscribed.get(clientId) };
  const subscriptionSet = Object.entries(subscribed).map(([topic, subString]) => ({
    ...{ classFilterMode: false, codeSet: [], expressionType: 'TAG', subString, subVersion: 1, tagsSet: [], topic },
  }));
  const jstack = 'ConsumeMessageThread_1  TID: 31 STATE: WAITING\n  app.Orders.handle(Orders.java:7)\n';
  const stack = jstackEnable === 'true' ? { jstack } : {};
  const rest = JSON.stringify({ properties, statusTable, subscriptionSet, userConsumerInfo: {}, ...stack }).slice(1);
  return { body: `{"mqPopTable":{},"mqTable":{${mqTable.join(',')}},${rest}` };
}

/** 203: of all clients of a group the broker keeps one subscription to a topic, the newest. */
export function connectedClients(broker: FakeBroker, group: string): FakeAnswer {
  const clients = broker.connections.get(group) ?? [];
  if (clients.length === 0) return { code: 206, remark: `the consumer group[${group}] not online` };
  const connectionSet = clients.map((client) => ({ ...client, clientAddr: '127.0.0.1:1' }));
  const newest = clients.findLast(({ clientId }) => broker.subscribed.has(clientId))?.clientId ?? '';
  const subscriptionTable = Object.fromEntries(
    Object.entries(broker.subscribed.get(newest) ?? {}).map(([topic, subString]) => [topic, { topic, subString }]),
  );
  return { body: JSON.stringify({ connectionSet, consumeType: 'CONSUME_PASSIVELY', subscriptionTable }) };
}
