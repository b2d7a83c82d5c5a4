import { afterAll, beforeAll, expect, test } from 'vitest';

import { listDeadLetterCauses } from '../../../broker';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addLetters } from '../../../testing/cluster/letters';
import { LetterIndexer } from './indexer';
import { reportClusterFailures } from './report';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

test('the process that indexes a cluster names again what older rules have named, notes included', async () => {
  const { fake, clusters, engine, close } = await attachFake(broker);
  addLetters(fake.broker('broker-a'), 'billing', ['M1', 'M2']);
  const indexer = new LetterIndexer(broker.ctx, clusters);
  const pass = async () => {
    await indexer.pass();
    await indexer.settled();
  };
  await pass();
  const failures = ['421 4.7.0 busy, mail 17', '421 4.7.0 busy, mail 9'].map((message, at) => ({
    ...{ group: 'billing', messageId: `M${at + 1}`, attempt: 2, errorType: 'SMTPException', message },
  }));
  await reportClusterFailures(broker.ctx, engine, failures);
  const db = broker.database.store.console;
  // As rules of version 1 had them.
  for (const table of ['cluster_failure_report', 'cluster_dead_letter'])
    await db.query(`UPDATE ${table} SET fingerprint = 'abcdef0123456789', fingerprint_version = 1`);
  await db.query(
    `UPDATE cluster_failure_cause SET fingerprint = 'abcdef0123456789', version = 1, text = '{n} {n} busy, mail {n}',
            note = 'ask the mail team', owner = 'ana', triage_version = 1`,
  );
  await pass();
  const { items } = await listDeadLetterCauses(engine.letters, { group: 'billing' });
  expect(items).toMatchObject([
    { text: '421 4.7.0 busy, mail {n}', count: 2, triage: { note: 'ask the mail team', owner: 'ana', state: 'open' } },
  ]);
  await indexer.stop();
  await close();
});
