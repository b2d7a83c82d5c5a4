import { expect, test } from 'vitest';

import { setLimit } from '../broker';
import { createBrokerContext } from '../broker/create-context';
import { systemActor } from '../model/audit/actor';
import { brokerStage } from '../testing/broker-stage';
import { Scene } from '../testing/scene';
import { startGateway } from './server';

const stage = brokerStage();

test('a node that starts has its share of a rate before its first call, and gives it back when it stops', async () => {
  const { ctx, clock } = stage.broker;
  const at = await Scene.open(stage.broker);
  const actor = systemActor('test');
  const limit = { kind: 'send-rate', scope: 'topic', subject: at.topic, hard: 100, version: 0 } as const;
  await setLimit(ctx, { ...limit, reason: 'test', actor });
  const { store, log, metrics } = ctx;
  const other = await createBrokerContext({ store, log, metrics, clock });
  const options = { host: '127.0.0.1', port: 0 };
  const first = await startGateway({ ctx, ...options });
  const second = await startGateway({ ctx: other, ...options });
  expect(other.throttle.uses()).toMatchObject([{ line: 50, nodes: 2 }]);
  await first.stop(100);
  const third = await startGateway({ ctx: await createBrokerContext({ store, log, metrics, clock }), ...options });
  await third.stop(100);
  await second.stop(100);
  const { rows } = await store.console.query('SELECT 1 FROM broker_node');
  expect(rows).toEqual([]);
});
