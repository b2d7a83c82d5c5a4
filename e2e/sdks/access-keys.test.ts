import { expect, test } from 'vitest';

import { createAccessKey } from '../../lib/broker';
import { TESTER } from '../protocol/support/broker';
import { SDK_NAMES } from './support/builds';
import { describeSdk, producing, receiveOne } from './support/fixture';

for (const name of SDK_NAMES) {
  describeSdk(
    name,
    'access keys',
    (fixture) => {
      const { broker, sdk } = fixture;

      test('with its key it sends and receives; with a wrong secret, or none, it cannot send', async () => {
        const { key, secret } = await createAccessKey(broker().ctx, {
          name,
          rules: [{ resource: 'everything' }],
          actor: TESTER,
        });
        const good = { accessKey: key.accessKeyId, secretKey: secret };
        const { topic, tell } = await producing(fixture, 'good', 'NORMAL', good);
        const group = await broker().group();
        await sdk().tell('simple', { client: 'reader', group, topic, tls: false, ...good });
        await tell('send', 'm');
        const message = await receiveOne(fixture, { client: 'reader', topic });
        await sdk().tell('ack', { client: 'reader', message: message.name });
        // Python starts, and says of the send only that there is no route.
        const says = name === 'python' ? /failed to fetch topic:.* route/ : /UNAUTHORIZED/;
        for (const keys of [{ ...good, secretKey: `${secret}x` }, {}]) {
          const failing = async (): Promise<void> => {
            await sdk().tell('producer', { client: 'bad', topic, tls: false, ...keys });
            await sdk().tell('send', { client: 'bad', topic, body: 'never' });
          };
          await expect(failing()).rejects.toThrow(says);
        }
        await expect(tell('send', 'still')).resolves.toHaveProperty('messageId');
      });
    },
    { requireAccessKeys: true },
  );
}
