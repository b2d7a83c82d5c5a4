import { afterAll, beforeAll, expect } from 'vitest';

import { createAccessKey } from '../../../lib/broker';
import type { AccessRule } from '../../../lib/model/access/access-rule';
import { type ProtocolBroker, startBroker, TESTER } from './broker';
import { RawClient, type RawKey, type RawOptions } from './raw-client';

export const EVERYTHING: readonly AccessRule[] = [{ resource: 'everything' }];

export const topicRule = (pattern: string, ...actions: ('publish' | 'subscribe')[]): AccessRule => ({
  resource: 'topic',
  pattern,
  actions,
});

export const groupRule = (pattern: string): AccessRule => ({ resource: 'group', pattern, actions: ['consume'] });

export interface TestKey extends RawKey {
  readonly id: string;
}

interface AccessStage {
  readonly broker: ProtocolBroker;
  readonly topic: string;
  readonly group: string;
  makeKey(rules: readonly AccessRule[]): Promise<TestKey>;
  /** A raw client that signs with the key; without one it signs nothing. */
  raw(key?: RawKey, options?: Pick<RawOptions, 'clientId' | 'signedTime'> & { readonly port?: number }): RawClient;
}

/**
 * A broker that wants access keys, for the tests of a file, with a topic and a group. After them it logged no error.
 */
export function openAccessStage(): AccessStage {
  const clients: RawClient[] = [];
  let made: { broker: ProtocolBroker; topic: string; group: string } | undefined;
  beforeAll(async () => {
    const broker = await startBroker({ requireAccessKeys: true });
    made = { broker, topic: await broker.topic(), group: await broker.group() };
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await made?.broker.close();
    expect(made?.broker.errors).toEqual([]);
  });
  const ready = (): NonNullable<typeof made> => {
    if (made === undefined) throw new Error('the stage is set up before the tests, not while they are collected');
    return made;
  };
  return {
    get broker() {
      return ready().broker;
    },
    get topic() {
      return ready().topic;
    },
    get group() {
      return ready().group;
    },
    makeKey: async (rules) => {
      const { key, secret } = await createAccessKey(ready().broker.ctx, { name: 'of a test', rules, actor: TESTER });
      return { id: key.accessKeyId, accessKey: key.accessKeyId, accessSecret: secret };
    },
    raw: (key, { port = ready().broker.port, clientId, signedTime } = {}) => {
      const client = new RawClient(port, {
        ...(key === undefined ? {} : { key }),
        ...(clientId === undefined ? {} : { clientId }),
        ...(signedTime === undefined ? {} : { signedTime }),
      });
      clients.push(client);
      return client;
    },
  };
}
