// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

describe.skipIf(withoutJava)('Java clients and SQL92 filters', () => {
  const { broker, java } = useJava();

  test('[case 15] only what the expression lets through', async () => {
    const [topic, group] = await Promise.all([broker().topic(), broker().group()]);
    await Promise.all([
      java().tell('producer', { client: 'sql-producer', topic }),
      java().tell('push', { client: 'sql', group, topic, sql: "price > 10 AND region IN ('eu', 'us')" }),
    ]);
    const messages = {
      cheap: { price: '9', region: 'eu' },
      far: { price: '20', region: 'asia' },
      right: { price: '20', region: 'us' },
    };
    for (const [body, properties] of Object.entries(messages))
      await java().tell('send', { client: 'sql-producer', topic, body, properties });
    await until('the one', () => java().ended('sql').length === 1);
    await sleep(1_500);
    expect(
      java()
        .received('sql')
        .map(({ body }) => body),
    ).toEqual(['right']);
    expect(await broker().deadLetters(group)).toEqual([]);
  });
});
