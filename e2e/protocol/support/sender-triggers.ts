import type { SendMessageResponse } from '../../../lib/gateway/proto/wire';
import type { LimitKind, LimitScope } from '../../../lib/model/throttle/limit-kind';
import type { BrokerOptions, ProtocolBroker } from './broker';
import { holdTopic } from './hold';
import { setTestLimit } from './limits';
import { RawClient, rawMessage } from './raw-client';
import { until } from './wait';

/** What a trigger works with. */
export interface Scene {
  readonly broker: ProtocolBroker;
  readonly topic: string;
  /** Reads the topic; it is behind until `consume`. */
  readonly group: string;
  /** Of the producer process. */
  readonly accessKey: string;
  /** Stores a message of the producer process. */
  send(body: string): Promise<void>;
  /** A consumer process catches up, and goes on. */
  consume(): Promise<void>;
}

export interface Closed {
  /** Every refusal names limit and value so. */
  readonly says: RegExp;
  /** Labels under which refusals are counted. */
  readonly counted: string;
  /** Bodies of other sends that stand in the way, and are stored in the end. */
  readonly inTheWay: readonly string[];
  /** The operator makes room. */
  open(): Promise<void>;
}

export interface SenderTrigger {
  readonly name: string;
  /** Absent: the broker that the tests share. */
  readonly options?: BrokerOptions;
  /** Who is not refused meanwhile. */
  readonly spares: 'other topics' | 'other keys' | 'nobody';
  close(scene: Scene): Promise<Closed>;
}

/** Sends `count` messages that wait for rows of the database, the first of them in the statement itself. */
async function obstruct({ broker, topic }: Scene, count: number): Promise<Pick<Closed, 'inTheWay' | 'open'>> {
  const raw = new RawClient(broker.port);
  const hold = await holdTopic(broker.database.url, topic);
  const inTheWay: string[] = [];
  const sends: Promise<SendMessageResponse>[] = [];
  while (inTheWay.length < count) {
    const body = `in the way ${inTheWay.length + 1}`;
    inTheWay.push(body);
    sends.push(raw.call('SendMessage', { messages: [rawMessage(topic, {}, { body: Buffer.from(body) })] }));
    await hold.metBy(body);
    await until(`${body} has come`, () => broker.ctx.sends.pressure.waiting === inTheWay.length - 1);
  }
  return {
    inTheWay,
    open: async () => {
      await hold.letGo();
      for (const { status } of await Promise.all(sends)) {
        if (status.code !== 20000) throw new Error(`${status.code} ${status.message}`);
      }
      raw.close();
    },
  };
}

/** One message uses the rate up for the next quarter of an hour. */
function rate(kind: LimitKind, scope: LimitScope, unit: string): SenderTrigger['close'] {
  return async ({ broker, topic, accessKey, send }) => {
    const subject = { broker: '', topic, group: '', 'access-key': accessKey }[scope];
    const limit = await setTestLimit(broker.ctx, { kind, scope, subject, hard: 0.001, burstMs: 0 });
    await send('uses it up');
    const name = scope === 'broker' ? `${kind} of the broker` : `${kind} of ${scope} ${subject}`;
    return {
      says: new RegExp(`${name} is used up, its limit 0\\.001 ${unit}/s`),
      counted: `${name} ${topic}`,
      inTheWay: [],
      open: () => limit.raise(1e6),
    };
  };
}

const BACKLOG = { 'backlog-count': ['3', '3 messages'], 'backlog-bytes': ['300', '300 bytes'] } as const;

function backlog(kind: keyof typeof BACKLOG | 'backlog-age', scope: 'topic' | 'group'): SenderTrigger {
  return {
    name: `${kind} of ${scope === 'topic' ? "a topic's slowest group" : 'a group'}`,
    spares: 'other topics',
    close: async ({ broker, topic, group, send, consume }) => {
      for (const body of ['one', 'two', 'three']) await send(body.padEnd(100, '.'));
      const subject = scope === 'topic' ? topic : group;
      const [value, line] = kind === 'backlog-age' ? ['\\d+', '1 s'] : BACKLOG[kind];
      const hard = Number.parseInt(line, 10);
      await setTestLimit(broker.ctx, { kind, scope, subject, hard });
      const isClosed = (): boolean =>
        broker.ctx.throttle.uses().some((use) => use.limit.subject === subject && use.state === 'refusing');
      await until('the gate is closed', isClosed);
      const name = `${kind} of ${scope} ${subject}`;
      // Producers with an access key are strangers: who consumes is not theirs to know.
      const told = scope === 'topic' ? name : `${kind} of a group that reads it`;
      return {
        says: new RegExp(`${told} is ${value}, its limit ${line}`),
        counted: `${name} ${topic}`,
        inTheWay: [],
        open: async () => {
          await consume();
          await until('the gate is open', () => !isClosed());
        },
      };
    },
  };
}

export const SENDER_TRIGGERS: readonly SenderTrigger[] = [
  { name: 'messages/s of a topic', spares: 'other topics', close: rate('send-rate', 'topic', 'messages') },
  { name: 'bytes/s of a topic', spares: 'other topics', close: rate('send-bytes', 'topic', 'bytes') },
  { name: 'messages/s of an access key', spares: 'other keys', close: rate('send-rate', 'access-key', 'messages') },
  { name: 'bytes/s of an access key', spares: 'other keys', close: rate('send-bytes', 'access-key', 'bytes') },
  backlog('backlog-count', 'topic'),
  backlog('backlog-count', 'group'),
  backlog('backlog-bytes', 'topic'),
  backlog('backlog-bytes', 'group'),
  backlog('backlog-age', 'topic'),
  backlog('backlog-age', 'group'),
  {
    name: 'a send that waited 200 ms behind a stuck one',
    options: { protection: {} },
    spares: 'other topics',
    close: async (scene) => ({
      says: /\[TIMEOUT_CLEAN_QUEUE\]broker busy.*; send-head-wait is \d+ ms, its limit 200 ms/,
      counted: `send-head-wait ${scene.topic}`,
      ...(await obstruct(scene, 1)),
    }),
  },
  {
    name: 'a full send queue',
    options: { protection: { sendQueueItems: 1, sendHeadWaitMs: 60_000 } },
    spares: 'other topics',
    close: async (scene) => ({
      says: /\[OVERLOAD\]system busy.*; send-queue is 1 requests, its limit 1 requests/,
      counted: `send-queue ${scene.topic}`,
      ...(await obstruct(scene, 2)),
    }),
  },
  {
    name: 'calls under way',
    options: { maxRunningCalls: 1 },
    spares: 'nobody',
    close: async (scene) => ({
      says: /flow limit; SendMessage calls under way are 1, their limit 1/,
      counted: 'running-calls',
      ...(await obstruct(scene, 1)),
    }),
  },
  {
    name: 'a nearly full disk',
    options: {},
    spares: 'nobody',
    close: async ({ broker, topic }) => {
      broker.ctx.throttle.setDiskFree(1_000_000);
      return {
        says: /disk of the broker is nearly full; disk-free is 1000000 bytes, its limit 268435456 bytes/,
        counted: `disk-free ${topic}`,
        inTheWay: [],
        open: async () => broker.ctx.throttle.setDiskFree(1e12),
      };
    },
  },
  {
    name: 'storage near its limit',
    options: {},
    spares: 'nobody',
    close: async ({ broker, topic }) => {
      const limit = await setTestLimit(broker.ctx, { kind: 'storage', scope: 'broker', subject: '', hard: 1_000 });
      await until('the gate is closed', () => broker.ctx.throttle.uses().some(({ state }) => state === 'refusing'));
      return {
        says: /storage of the broker is \d+, its limit 1000 bytes/,
        counted: `storage of the broker ${topic}`,
        inTheWay: [],
        open: () => limit.raise(1e15),
      };
    },
  },
  { name: 'messages/s of the broker', options: {}, spares: 'nobody', close: rate('send-rate', 'broker', 'messages') },
];
