import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { createBrokerContext } from '../create-context';
import { heartbeat, leave } from './heartbeat';
import { readNodeGauges } from './node-gauges';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

test('consumers are counted over the nodes that live, and are unknown while none does', async () => {
  const served = await Scene.open(broker);
  const forsaken = await Scene.open(broker);
  const { store, log, metrics } = broker.ctx;
  const other = await createBrokerContext({ store, log, metrics, clock: broker.clock });
  const exported = async (): Promise<unknown> =>
    Object.fromEntries(
      (await readNodeGauges(broker.ctx)).map(({ labels, value }) => [labels['consumer_group'] ?? 'nodes', value]),
    );
  expect(await exported()).toEqual({});
  await heartbeat(broker.ctx, { consumersByGroup: new Map(), pushClients: [] });
  await heartbeat(other, { consumersByGroup: new Map([[served.group, 3]]), pushClients: [] });
  expect(await exported()).toEqual({ nodes: 2, [served.group]: 3, [forsaken.group]: 0 });
  await heartbeat(broker.ctx, { consumersByGroup: new Map([[served.group, 2]]), pushClients: [] });
  expect(await exported()).toMatchObject({ [served.group]: 5 });
  await leave(other);
  expect(await exported()).toEqual({ nodes: 1, [served.group]: 2, [forsaken.group]: 0 });
  broker.clock.advance(16_000);
  expect(await exported()).toEqual({});
});
