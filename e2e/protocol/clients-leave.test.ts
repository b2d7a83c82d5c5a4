import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ProtocolBroker, startBroker } from './support/broker';
import { RawClient } from './support/raw-client';

const PUSH = 2;
const CLIENTS = 6;
let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

test('what is kept of clients goes when they leave', async () => {
  const { ctx, gateway } = broker;
  const topic = await broker.topic();
  const groups = [await broker.group(), await broker.group({ messageModel: 'broadcasting' })];
  const kept = (): Record<string, number> => ({
    sessions: gateway.listClients().length,
    clients: ctx.clients.size,
    members: ctx.members.size,
    groups: ctx.groups.size,
  });
  const visit = async (name: string): Promise<() => Promise<void>> => {
    const group = { name };
    const client = new RawClient(broker.port);
    const { stream } = await client.introduce({ clientType: PUSH, subscription: { group, subscriptions: [] } });
    const messageQueue = { topic: { name: topic } };
    await client
      .receive({ group, messageQueue, autoRenew: true, longPollingTimeout: { seconds: 0 } })
      .catch(() => null);
    return async () => {
      await client.call('NotifyClientTermination', { group });
      stream.end();
      client.close();
    };
  };
  for (const leave of await Promise.all(groups.map(visit))) await leave();
  const base = kept();
  const leaves = await Promise.all(Array.from({ length: CLIENTS }, () => groups.map(visit)).flat());
  expect(kept()).toMatchObject({ sessions: 2 * CLIENTS });
  expect(ctx.members.size).toBeGreaterThanOrEqual(CLIENTS);
  await Promise.all(leaves.map((leave) => leave()));
  await expect.poll(kept).toEqual(base);
});
