import type { Message, SystemProperties } from '../../../lib/gateway/proto/wire';
import type { Scenario } from '../support/stage';

interface Trial {
  readonly system?: SystemProperties;
  readonly rest?: Partial<Message>;
}

const properties = (count: number, valueBytes = 1): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'.repeat(valueBytes)]));

const trials: Readonly<Record<string, Trial>> = {
  'tag with a bar': { system: { tag: 'a|b' } },
  'tag of blanks': { system: { tag: '  ' } },
  'empty tag': { system: { tag: '' } },
  'tag with a control character': { system: { tag: 'a\u0001' } },
  'blank key': { system: { keys: [' '] } },
  'key with a control character': { system: { keys: ['a\u0001'] } },
  'key with a blank inside': { system: { keys: ['a b'] } },
  'reserved property': { rest: { userProperties: { UNIQ_KEY: 'x' } } },
  'property key with a control character': { rest: { userProperties: { 'a\u0001': 'x' } } },
  'property value with a control character': { rest: { userProperties: { a: 'x\u0001' } } },
  'empty property key': { rest: { userProperties: { '': 'x' } } },
  '128 properties': { rest: { userProperties: properties(128) } },
  '129 properties': { rest: { userProperties: properties(129) } },
  'properties of 16 384 B': { rest: { userProperties: { k: 'v'.repeat(16_383) } } },
  'properties of 16 385 B': { rest: { userProperties: { k: 'v'.repeat(16_384) } } },
  'properties and tag over 16 384 B': { system: { tag: 'tag' }, rest: { userProperties: { k: 'v'.repeat(16_383) } } },
  'empty body': { rest: { body: Buffer.alloc(0) } },
  'body of 4 MiB': { rest: { body: Buffer.alloc(4_194_304, 97) } },
  'body over 4 MiB': { rest: { body: Buffer.alloc(4_194_305, 97) } },
  'empty message id': { system: { messageId: '' } },
  'blank message id': { system: { messageId: ' ' } },
  'message group on a normal topic': { system: { messageGroup: 'g' } },
  'transaction to a normal topic': { system: { messageType: 4 } },
  'delay to a normal topic': { system: { messageType: 3, deliveryTimestamp: { seconds: 4_000_000_000 } } },
  'unspecified type': { system: { messageType: 0 } },
  'no system properties': { rest: { systemProperties: {} } },
  'unknown topic': { rest: { topic: { name: 'nowhere' } } },
  'system topic': { rest: { topic: { name: 'RMQ_SYS_TRANS_HALF_TOPIC' } } },
  'system topic TBW102': { rest: { topic: { name: 'TBW102' } } },
  'retry topic': { rest: { topic: { name: '%RETRY%nobody' } } },
  'topic of 127': { rest: { topic: { name: 't'.repeat(127) } } },
  'topic of 128': { rest: { topic: { name: 't'.repeat(128) } } },
  'topic with a dot': { rest: { topic: { name: 'a.b' } } },
  'topic with a bar': { rest: { topic: { name: 'a|b' } } },
  'empty topic': { rest: { topic: { name: '' } } },
  'wrong digest': { system: { bodyDigest: { type: 2, checksum: '00' } } },
  'unknown encoding': { system: { bodyEncoding: 9 } },
  gzip: { system: { bodyEncoding: 2 } },
};

export const validation: readonly Scenario[] = [
  {
    id: 'send-validation',
    title: '[case 63, 64, 65, 66, 68] what a send refuses',
    run: async (stage) => {
      const topic = await stage.topic();
      const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      for (const [step, { system, rest }] of Object.entries(trials)) {
        const { status, entries = [] } = await producer.send('m', system, rest);
        stage.log.note(step, { code: status.code, entries: entries.map((entry) => entry.status.code) });
      }
    },
  },
  {
    id: 'send-types',
    title: '[case 66] messages of another type than their topic',
    run: async (stage) => {
      const types = { NORMAL: {}, FIFO: { messageGroup: 'g' }, TRANSACTION: { messageType: 4 } } as const;
      for (const messageType of ['NORMAL', 'FIFO', 'DELAY', 'TRANSACTION'] as const) {
        const topic = await stage.topic(messageType, `-${messageType}`);
        const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
        for (const [type, system] of Object.entries(types))
          stage.log.note(`${type} to ${messageType}`, { code: (await producer.send('m', system)).status.code });
      }
    },
  },
  {
    id: 'send-several',
    title: '[case 67] several messages in one send, and none',
    run: async (stage) => {
      const [one, other] = [await stage.topic('NORMAL', '-one'), await stage.topic('NORMAL', '-other')];
      const producer = await stage.party({ kind: 'PRODUCER', topics: [one] });
      const elsewhere = producer.message('m', {}, { topic: { name: other } });
      await producer.code('two topics', 'SendMessage', { messages: [producer.message('m'), elsewhere] });
      await producer.code('no message', 'SendMessage', { messages: [] });
      const mixed = [producer.message('ok'), producer.message('bad', { tag: '|' })];
      await producer.code('one good and one bad', 'SendMessage', { messages: mixed });
      await producer.code('two good', 'SendMessage', { messages: [producer.message('a'), producer.message('b')] });
      const { entries = [] } = await producer.send('m');
      const [entry] = entries;
      stage.log.note('entry of a normal message', {
        transactionId: (entry?.transactionId ?? '') !== '',
        recallHandle: (entry?.recallHandle ?? '') !== '',
      });
    },
  },
  {
    id: 'message-group-length',
    title: '[case 65] lengths and characters of a message group',
    run: async (stage) => {
      const topic = await stage.topic('FIFO');
      const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      const groups = {
        '63': 'g'.repeat(63),
        '64': 'g'.repeat(64),
        blank: ' ',
        control: 'a\u0001',
        bar: 'a|b',
        wide: '组'.repeat(21),
      };
      for (const [step, messageGroup] of Object.entries(groups))
        stage.log.note(step, { code: (await producer.send('m', { messageGroup })).status.code });
      stage.log.note('empty', { code: (await producer.send('m', { messageGroup: '', messageType: 2 })).status.code });
    },
  },
  {
    id: 'consume-validation',
    title: '[case 68, 82] unknown and illegal topics and groups of consumers; filters',
    run: async (stage) => {
      const [topic, group] = await Promise.all([stage.topic(), stage.group()]);
      const names = { unknown: 'nowhere', system: 'CID_RMQ_SYS_X', empty: '', long: 'g'.repeat(121), dotted: 'a.b' };
      for (const [step, name] of Object.entries(names)) {
        const consumer = await stage.introduced(`settings of group ${step}`, {
          kind: 'SIMPLE_CONSUMER',
          group: name,
          topics: [topic],
        });
        await consumer.receive(`receive of group ${step}`);
        await consumer.ack(`ack of group ${step}`, 'garbage');
        await consumer.code(`assignment of group ${step}`, 'QueryAssignment', {
          topic: { name: topic },
          group: { name },
        });
      }
      const topics = { unknown: 'nowhere', system: 'RMQ_SYS_TRANS_HALF_TOPIC', empty: '', dotted: 'a.b' };
      for (const [step, name] of Object.entries(topics)) {
        const consumer = await stage.introduced(`settings of topic ${step}`, {
          kind: 'SIMPLE_CONSUMER',
          group,
          topics: [name],
        });
        await consumer.code(`route of topic ${step}`, 'QueryRoute', { topic: { name } });
        await consumer.code(`assignment of topic ${step}`, 'QueryAssignment', {
          topic: { name },
          group: { name: group },
        });
        await consumer.receive(`receive of topic ${step}`);
      }
      const consumer = await stage.party({ kind: 'SIMPLE_CONSUMER', group, topics: [topic] });
      await consumer.receive('filter of an unknown type', { filter: { type: 7, expression: '*' } });
      await consumer.receive('bad SQL', { filter: { type: 2, expression: 'a >' } });
    },
  },
];
