import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { cancelRedrive, planRedrive } from '../../../broker';
import type { Actor } from '../../../model/audit/actor';
import { clusterRedriveRest } from '../../../store/queries/cluster-redrive/rest';
import { clusterRedriveLeave } from '../../../store/queries/cluster-redrive/send';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addClient, type AttachedFake } from '../../../testing/cluster/attached';
import { consumeCopies } from '../../../testing/cluster/fake-ways';
import { addLetter } from '../../../testing/cluster/letters';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from '../letters/index-cluster';
import { reportClusterFailures } from '../letters/report';
import { REDRIVE_POLICY } from './policy';
import { readClusterRedrive } from './read';
import { ClusterRedrives } from './run';
import { startClusterRedrive } from './start';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const POLICY = { ...REDRIVE_POLICY, roundMs: 0, roundTimes: 0, lateMs: 0, settleMs: 0, restsMs: 0, leaseMs: 60_000 };

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let engine: ClusterEngine;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());
beforeEach(async () => {
  const eu = await attachFake(broker);
  ({ fake, clusters, engine } = eu);
  for (const each of fake.brokers.values()) {
    each.addGroup('billing');
    each.addTopic('orders');
  }
  addClient(fake.broker('broker-a'), 'billing', 'worker-1');
  return eu.close;
});

test('in a cluster, too, the rest of a stopped run without the cause that failed is a plan, and starts', async () => {
  for (let n = 0; n < 12; n += 1) addLetter(fake.broker('broker-a'), 'billing', { id: `M${n}`, body: 'fail always' });
  await reportClusterFailures(
    broker.ctx,
    engine,
    Array.from({ length: 12 }, (_, n) => ({
      ...{ group: 'billing', messageId: `M${n}`, attempt: 2, message: 'it failed' },
      errorType: n < 7 ? 'GatewayTimeout' : 'UnknownCurrency',
    })),
  );
  const index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  index.lookAgain();
  await index.round(engine.cluster, () => Promise.resolve(true));
  const common = { group: 'billing', actor, reason: 'fixed', ratePerSecond: 100_000 };
  const { redriveId } = await startClusterRedrive(engine, { ...common, all: true, canary: { count: 3 } });
  const redrives = new ClusterRedrives(broker.ctx, clusters, 'one', POLICY);
  for (let turn = 0; turn < 6; turn += 1) {
    await redrives.step();
    for (const each of fake.brokers.values()) {
      each.timeMs += 1_000;
      consumeCopies(each, 'billing', () => false);
    }
  }
  const { state, frozenAt } = await readClusterRedrive(broker.ctx, engine, redriveId);
  expect(state).toBe('stopped');
  const db = broker.database.store.console;
  const rest = await clusterRedriveRest(db, redriveId, frozenAt, ['planned']);
  expect(rest).toMatchObject({ errorType: 'GatewayTimeout', failed: 3, rest: 9, others: 5 });

  const withoutCauses = [rest?.fingerprint ?? ''];
  const chosen = { ...common, redrive: { redriveId, verdicts: ['cancelled'] as const, withoutCauses } };
  expect(await cancelRedrive(engine.letters, { redriveId, actor }, clusterRedriveLeave)).toMatchObject({ left: 9 });
  expect(await planRedrive(engine.letters, chosen)).toMatchObject({ matched: 5, inSet: 5 });
  await expect(
    startClusterRedrive(engine, { ...chosen, redrive: { redriveId, verdicts: ['died-again'] } }),
  ).rejects.toMatchObject({ code: 'unsupported', field: 'redrive.verdicts' });
  expect(await startClusterRedrive(engine, chosen)).toMatchObject({ selected: 5, excluded: 0 });
});
