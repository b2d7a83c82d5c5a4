import type { Command } from '../../cluster/wire/command';
import { encodeMessage, type StoredMessage } from '../../cluster/wire/message';
import { answerOfAccess, type FakeAccess } from './fake-access';
import { answerOfConfig, usualConfig } from './fake-config';
import { type FakeAnswer, FakePeer } from './fake-peer';
import { connectedClients, type FakeHolding } from './fake-running-client';
import { answerOfTimer, figuresOfSchedule } from './fake-schedule';
import { answerOfWays } from './fake-ways';
import { isIndexedAs } from './key-index';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Config = { readonly [key: string]: Json };

export interface FakeQueue {
  min: number;
  readonly messages: StoredMessage[];
}

export interface FakeOffset {
  consumer: number;
  pull: number;
  /** Store time of the message before; 0: none. */
  last: number;
}

export interface FakeConnection {
  readonly clientId: string;
  readonly language: string;
  readonly version: number;
}

const DEFAULT_GROUP: Config = {
  ...{ attributes: {}, brokerId: 0, consumeBroadcastEnable: true, consumeEnable: true, consumeFromMinEnable: true },
  ...{
    consumeMessageOrderly: false,
    consumeTimeoutMinute: 15,
    groupRetryPolicy: { type: 'CUSTOMIZED' },
    groupSysFlag: 0,
  },
  ...{ notifyConsumerIdsChangedEnable: true, retryMaxTimes: 16, retryQueueNums: 1, whichBrokerWhenConsumeSlowly: 1 },
};

/** In every queue of a topic that a group is asked about. */
const NO_OFFSET: FakeOffset = { consumer: 0, pull: 0, last: 0 };
const READ = 4;
const WRITE = 2;

/** As much of a broker as the console asks for. */
export class FakeBroker {
  readonly peer: FakePeer;
  readonly topics = new Map<string, FakeQueue[]>();
  readonly topicTypes = new Map<string, string>();
  /** Of topics that are not for reading and writing: 2 is write only. */
  readonly permissions = new Map<string, number>();
  readonly groups = new Map<string, Config>();
  /** By group, topic and queue. */
  readonly offsets = new Map<string, FakeOffset>();
  readonly connections = new Map<string, FakeConnection[]>();
  /** Of clients of 4.x, by their ids. */
  readonly holding = new Map<string, readonly FakeHolding[]>();
  /** Topic and expression, by their ids: what each says itself. The broker keeps those of one of them. */
  readonly subscribed = new Map<string, Readonly<Record<string, string>>>();
  /** That copy from it. */
  readonly replicas: Config[] = [];
  /** Of 4.x, by their groups. */
  readonly producers = new Map<string, FakeConnection[]>();
  readonly config = usualConfig();
  /** Null: it has no ACL 2. */
  access: FakeAccess | null = null;
  /** Whether the listeners of its 4.x clients take messages in order. */
  isOrderly = false;
  /** Messages of one pull at most: few, where they are large. */
  mostPerPull = 32;
  /** Figures of itself beside the usual ones, by the names of the broker. */
  readonly figures: Record<string, string> = {};
  /** By its clock, milliseconds. */
  timeMs = 1_795_320_000_000;
  #writes = 0;
  #logged = 0;

  constructor(readonly name: string) {
    const special = (asked: Command): FakeAnswer | null =>
      answerOfConfig(this.config, asked) ?? answerOfAccess(this.access, asked) ?? answerOfTimer(this, asked);
    this.peer = new FakePeer((asked) => answerOfWays(this, asked) ?? special(asked) ?? this.#answer(asked));
  }

  addTopic(topic: string, queues = 1, type = 'NORMAL'): void {
    this.topics.set(
      topic,
      Array.from({ length: queues }, () => ({ min: 0, messages: [] })),
    );
    this.topicTypes.set(topic, type);
  }

  /** Its offsets begin at 0 when it is made again. */
  deleteTopic(topic: string): void {
    for (const map of [this.topics, this.topicTypes, this.permissions]) map.delete(topic);
  }

  /** The retention takes the oldest of a queue. */
  expireOldest(topic: string, count: number, queueNo = 0): void {
    const queue = this.#queue(topic, queueNo);
    queue.min += queue.messages.splice(0, count).length;
  }

  addGroup(group: string, config: Config = {}): void {
    this.groups.set(group, { ...DEFAULT_GROUP, groupName: group, ...config });
  }

  store(topic: string, body: string | Buffer, more: Partial<StoredMessage> = {}): StoredMessage {
    const { queueId = 0 } = more;
    const queue = this.#queue(topic, queueId);
    const message: StoredMessage = {
      ...{ topic, queueId, queueOffset: queue.min + queue.messages.length, flag: 0, sysFlag: 0 },
      physicalOffset: (this.#logged += 100),
      ...{
        bornTimestamp: this.timeMs,
        bornHost: '127.0.0.1:1',
        storeTimestamp: this.timeMs,
        storeHost: this.peer.address,
      },
      ...{ reconsumeTimes: 0, preparedOffset: 0, bodyCrc: 0, properties: {}, ...more, body: Buffer.from(body) },
    };
    queue.messages.push(message);
    return message;
  }

  setOffset(group: string, topic: string, queueNo: number, offset: Partial<FakeOffset>): void {
    this.offsets.set(keyOf(group, topic, queueNo), { consumer: 0, pull: 0, last: 0, ...offset });
  }

  #queue(topic: string, queueNo: number): FakeQueue {
    const queue = this.topics.get(topic)?.[queueNo];
    if (queue === undefined) throw new Error(`${this.name} has no queue ${queueNo} of ${topic}`);
    return queue;
  }

  #answer({ code, fields, body }: Command): FakeAnswer {
    switch (code) {
      case 12:
        return this.#query(fields);
      case 11:
        return this.#pull(fields);
      case 17:
        return this.#writeTopic(fields);
      case 21:
        return { body: JSON.stringify({ topicConfigTable: this.#topicConfigs(), ...this.#version() }) };
      case 28:
        return { body: JSON.stringify({ table: this.#runtime() }) };
      case 29:
        return { fields: { offset: String(this.#search(fields)) } };
      case 200:
        return this.#writeGroup(body);
      case 201:
        return {
          body: JSON.stringify({ subscriptionGroupTable: Object.fromEntries(this.groups), ...this.#version() }),
        };
      case 202:
        return this.#topicStats(fields.topic ?? '');
      case 203:
        return connectedClients(this, fields.consumerGroup ?? '');
      case 208:
        return this.#consumeStats(fields);
      case 222:
        return this.#reset(fields);
      case 300:
        return { body: JSON.stringify({ groupList: this.#groupsOf(fields.topic ?? '') }) };
      case 352:
        return this.#group(fields.group ?? '');
      default:
        return this.#answerRarely(code);
    }
  }

  #answerRarely(code: number): FakeAnswer {
    if (code === 907) return { body: JSON.stringify({ master: true, haConnectionInfo: this.replicas }) };
    if (code === 328) return { body: JSON.stringify({ data: this.#producing() }) };
    return { code: 3, remark: `request type ${code} not supported` };
  }

  #group(group: string): FakeAnswer {
    const config = this.groups.get(group);
    return config === undefined ? { code: 26, remark: 'No group in this broker' } : { body: JSON.stringify(config) };
  }

  #producing(): Config {
    return Object.fromEntries(
      [...this.producers].map(([group, clients]) => [
        group,
        clients.map((client) => ({ ...client, remoteIP: '/10.0.0.8:52000', lastUpdateTimestamp: this.timeMs })),
      ]),
    );
  }

  #version(): object {
    return { dataVersion: { counter: this.#writes, stateVersion: 0, timestamp: this.timeMs } };
  }

  #runtime(): Config {
    return {
      ...{ bootTimestamp: String(this.timeMs), runtime: '[ 0 days, 0 hours, 0 minutes, 0 seconds ]' },
      ...{ brokerVersionDesc: 'V5_3_3', msgPutTotalTodayNow: '0', msgGetTotalTodayNow: '0' },
      ...{ sendThreadPoolQueueSize: '0', sendThreadPoolQueueCapacity: '10000', commitLogDiskRatio: '0.42' },
      ...{ sendThreadPoolQueueHeadWaitTimeMills: '0', pullThreadPoolQueueHeadWaitTimeMills: '0' },
      ...{ ackThreadPoolQueueHeadWaitTimeMills: '0', pageCacheLockTimeMills: '0', dispatchBehindBytes: '0' },
      ...figuresOfSchedule(this),
      ...this.figures,
    };
  }

  #permission(topic: string): number {
    return this.permissions.get(topic) ?? READ + WRITE;
  }

  #topicConfigs(): Config {
    return Object.fromEntries(
      [...this.topics].map(([topicName, { length }]) => [
        topicName,
        {
          ...{ topicName, readQueueNums: length, writeQueueNums: length, order: false, topicSysFlag: 0 },
          perm: this.#permission(topicName),
          attributes: { 'message.type': this.topicTypes.get(topicName) ?? 'NORMAL' },
        },
      ]),
    );
  }

  #writeTopic(fields: Command['fields']): FakeAnswer {
    const [, type] = /^\+message\.type=(.*)$/.exec(fields.attributes ?? '') ?? [];
    const { topic = '' } = fields;
    const queues = this.topics.get(topic);
    if (queues === undefined) this.addTopic(topic, Number(fields.readQueueNums), type ?? 'NORMAL');
    else {
      while (queues.length < Number(fields.readQueueNums)) queues.push({ min: 0, messages: [] });
      if (type !== undefined) this.topicTypes.set(topic, type);
    }
    this.permissions.set(topic, Number(fields.perm));
    this.#writes += 1;
    return {};
  }

  /** The body replaces the whole, fields left out are the defaults, and an unknown policy is stored empty. */
  #writeGroup(body: Buffer): FakeAnswer {
    const { attributes: altered, ...given } = JSON.parse(body.toString()) as { [key: string]: Json };
    const name = given.groupName as string;
    const attributes = { ...(this.groups.get(name)?.attributes as Record<string, string> | undefined) };
    for (const [key, value] of Object.entries((altered ?? {}) as Record<string, string>)) {
      if (!/^[+-]/.test(key)) return { code: 1, remark: `add/alter attribute format is wrong: ${key}` };
      if (key.startsWith('+')) attributes[key.slice(1)] = value;
      else delete attributes[key.slice(1)];
    }
    const policy = given.groupRetryPolicy as { readonly type?: string } | undefined;
    const isKnown = policy === undefined || policy.type === 'CUSTOMIZED' || policy.type === 'EXPONENTIAL';
    this.groups.set(name, { ...DEFAULT_GROUP, ...given, attributes, ...(!isKnown && { groupRetryPolicy: {} }) });
    this.#writes += 1;
    return {};
  }

  #topicStats(topic: string): FakeAnswer {
    const queues = this.topics.get(topic);
    if (queues === undefined) return { code: 17, remark: `topic[${topic}] not exist` };
    const rows = queues.map((queue, queueNo) => [
      { brokerName: this.name, queueId: queueNo, topic },
      { ...rangeOf(queue), lastUpdateTimestamp: queue.messages.at(-1)?.storeTimestamp ?? 0 },
    ]);
    // A broker answers in the order of its hash map.
    return { body: `{"offsetTable":${pairs(rows.toReversed())}}` };
  }

  #consumeStats({ consumerGroup = '', topic: wanted }: Command['fields']): FakeAnswer {
    const stored = [...this.offsets.keys()].map((key) => key.split('\n')).filter(([group]) => group === consumerGroup);
    const topics = wanted === undefined ? new Set(stored.map(([, topic = '']) => topic)) : [wanted];
    const rows = [...topics].flatMap((topic) =>
      (this.topics.get(topic) ?? []).map((queue, queueId) => {
        const { consumer, pull, last } = this.offsets.get(keyOf(consumerGroup, topic, queueId)) ?? NO_OFFSET;
        const offsets = { consumerOffset: consumer, lastTimestamp: last, pullOffset: pull };
        const key = { brokerName: this.name, queueId, topic };
        return [key, { brokerOffset: rangeOf(queue).maxOffset, ...offsets }];
      }),
    );
    return { body: `{"consumeTps":0.0,"offsetTable":${pairs(rows)}}` };
  }

  #groupsOf(topic: string): readonly string[] {
    return [
      ...new Set(
        [...this.offsets.keys()].map((key) => key.split('\n')).flatMap(([g, t]) => (t === topic ? [g ?? ''] : [])),
      ),
    ];
  }

  #search({ topic = '', queueId, timestamp }: Command['fields']): number {
    // A topic that is not there is no refusal.
    const { min, messages } = this.topics.get(topic)?.[Number(queueId)] ?? { min: 0, messages: [] };
    const place = messages.findIndex(({ storeTimestamp }) => storeTimestamp >= Number(timestamp));
    return min + (place === -1 ? messages.length : place);
  }

  #reset({ group = '', topic = '', timestamp = '', queueId, offset: at }: Command['fields']): FakeAnswer {
    if (queueId !== undefined && at !== undefined) {
      this.setOffset(group, topic, Number(queueId), { consumer: Number(at), pull: Number(at) });
      return { body: '{"offsetTable":{}}' };
    }
    const rows = (this.topics.get(topic) ?? []).map((queue, queueNo) => {
      const offset =
        timestamp === '-1' ? rangeOf(queue).maxOffset : this.#search({ topic, queueId: String(queueNo), timestamp });
      this.setOffset(group, topic, queueNo, { consumer: offset, pull: offset });
      return [{ brokerName: this.name, queueId: queueNo, topic }, offset];
    });
    return { body: `{"offsetTable":${pairs(rows)}}` };
  }

  #query({ topic = '', key = '', maxNum, _UNIQUE_KEY_QUERY: byId }: Command['fields']): FakeAnswer {
    const messages = (this.topics.get(topic) ?? []).flatMap((queue) => queue.messages);
    const most = byId === 'true' ? 32 : Math.min(Number(maxNum), 64);
    const found = messages.filter(({ properties }) => isIndexedAs(topic, key, properties)).slice(-most);
    if (found.length === 0) return { code: 22, remark: 'can not find message, maybe time range not correct' };
    return { body: Buffer.concat(found.map(encodeMessage)) };
  }

  #pull({ topic = '', queueId, queueOffset, maxMsgNums }: Command['fields']): FakeAnswer {
    const queue = this.topics.get(topic)?.[Number(queueId)];
    if (queue === undefined) return { code: 17, remark: `topic[${topic}] not exist` };
    if ((this.#permission(topic) & READ) === 0)
      return { code: 16, remark: `the topic[${topic}] pulling message is forbidden` };
    const { minOffset, maxOffset } = rangeOf(queue);
    const from = Number(queueOffset);
    const range = { minOffset: String(minOffset), maxOffset: String(maxOffset) };
    const place = (next: number): Command['fields'] => ({ nextBeginOffset: String(next), ...range });
    if (from < minOffset) return { code: 21, fields: place(minOffset) };
    if (from >= maxOffset) return { code: from === maxOffset ? 19 : 21, fields: place(maxOffset) };
    const first = from - minOffset;
    const messages = queue.messages.slice(first, first + Math.min(Number(maxMsgNums), this.mostPerPull));
    return { body: Buffer.concat(messages.map(encodeMessage)), fields: place(from + messages.length) };
  }
}

function rangeOf({ min, messages }: FakeQueue): { readonly minOffset: number; readonly maxOffset: number } {
  return { minOffset: min, maxOffset: min + messages.length };
}

function keyOf(group: string, topic: string, queueNo: number): string {
  return `${group}\n${topic}\n${queueNo}`;
}

/** A map with objects as keys, as brokers write it: no JSON. */
function pairs(rows: readonly (readonly unknown[])[]): string {
  return `{${rows.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}
