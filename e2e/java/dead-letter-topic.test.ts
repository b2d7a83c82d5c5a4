// @module-tag long
import { describe, expect, test } from 'vitest';

import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

describe.skipIf(withoutJava)('Java clients and the topic of dead letters', () => {
  const { broker, java } = useJava();

  test('[case 50, 51] a dead letter is consumed from %DLQ%group, with its id, tag, key and properties', async () => {
    const [topic, group, reader] = await Promise.all([
      broker().topic(),
      broker().group({ maxRetries: 0 }),
      broker().group(),
    ]);
    await Promise.all([
      java().tell('producer', { client: 'dead-producer', topic }),
      java().tell('push', { client: 'dead', group, topic, failing: -1 }),
    ]);
    const { messageId } = await java().tell<{ messageId: string }>('send', {
      client: 'dead-producer',
      topic,
      body: 'm',
      tag: 't',
      key: 'k',
      properties: { a: 'b' },
    });
    await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1);
    await java().tell('push', { client: 'reader', group: reader, topic: `%DLQ%${group}` });
    await until('the letter', () => java().ended('reader').length === 1);
    expect(java().received('reader')).toMatchObject([
      { messageId, body: 'm', tag: 't', keys: ['k'], properties: { a: 'b' }, topic: `%DLQ%${group}` },
    ]);
  });
});
