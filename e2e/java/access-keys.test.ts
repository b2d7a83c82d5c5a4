// @module-tag long
import { describe, expect, test } from 'vitest';

import { createAccessKey } from '../../lib/broker';
import { TESTER } from '../protocol/support/broker';
import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

describe.skipIf(withoutJava)('Java clients and access keys', () => {
  const { broker, java } = useJava({ requireAccessKeys: true });

  test('[case 88] with its key it sends and consumes; with a wrong secret, or none, 40100', async () => {
    const { key, secret } = await createAccessKey(broker().ctx, {
      name: 'java',
      rules: [{ resource: 'everything' }],
      actor: TESTER,
    });
    const good = { accessKey: key.accessKeyId, secretKey: secret };
    const [topic, group] = await Promise.all([broker().topic(), broker().group()]);
    await java().tell('producer', { client: 'p', topic, ...good });
    await java().tell('push', { client: 'c', group, topic, ...good });
    await java().tell('send', { client: 'p', topic, body: 'm' });
    await until('the delivery', () => java().ended('c').length === 1);
    await expect(
      java().tell('producer', { client: 'w', topic, ...good, secretKey: `${secret}x` }),
    ).rejects.toMatchObject({ code: 40100 });
    await expect(java().tell('producer', { client: 'n', topic })).rejects.toMatchObject({ code: 40100 });
  });
});
