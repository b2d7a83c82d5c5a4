import { startAttachedFake } from '../../lib/testing/cluster/attached';
import { expectAccessible } from '../fixtures/axe';
import { callApi } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const HOLDS = 307;
const [FIRST, SECOND] = ['10.0.0.9@41#1', '10.0.0.9@42#1'];

test('the clients of a group: stacks of their threads, and which of them has which queue', async ({
  page,
  product,
}) => {
  const fake = await startAttachedFake();
  const brokers = [fake.broker('broker-a'), fake.broker('broker-b')];
  const hold = (queues: readonly string[], cachedMsgCount = 0) =>
    queues.map((place) => {
      const [brokerName = '', queueNo] = place.split(' ');
      return { brokerName, topic: 'orders', queueNo: Number(queueNo), cachedMsgCount };
    });
  for (const broker of brokers) {
    broker.addTopic('orders', 2);
    broker.addGroup('dealers');
    broker.connections.set(
      'dealers',
      [FIRST, SECOND].map((clientId) => ({ clientId, language: 'JAVA', version: 479 })),
    );
    for (const clientId of [FIRST, SECOND]) broker.subscribed.set(clientId, { orders: '*' });
    broker.holding.set(FIRST, hold(['broker-a 0', 'broker-a 1'], 5));
    broker.holding.set(SECOND, hold(['broker-a 1', 'broker-b 1']));
    broker.setOffset('dealers', 'orders', 0, { consumer: 0 });
    for (let n = 0; n < 40; n += 1) broker.store('orders', '{}');
  }
  try {
    await callApi(product, 'PUT', '/clusters/dealt', { environment: 'staging', nameServers: [fake.address] });
    await page.goto('/c/dealt/groups/dealers/clients');
    const first = page.getByRole('table', { name: 'Clients of dealers' }).getByRole('row').filter({ hasText: FIRST });
    await first.getByRole('button', { name: 'Query messages in progress' }).click();
    const held = page.getByRole('region', { name: `Messages in progress of ${FIRST}` });
    await expect(held).toContainText('10 fetched and not settled');
    const stacks = page.getByLabel(`Thread stacks of ${FIRST}`);
    await expect(stacks).toHaveCount(0);
    await held.getByRole('button', { name: 'Thread stacks' }).click();
    await expect(stacks).toContainText('app.Orders.handle(Orders.java:7)');
    await expectAccessible(page, 'the thread stacks of a client');

    const queues = page.getByRole('table', { name: 'Queues of dealers by client' });
    await expect(queues).toHaveCount(0);
    await page.getByRole('button', { name: 'Query the clients' }).click();
    const lead = page.getByRole('region', { name: 'Queue assignment' });
    await expect(lead).toContainText('1 queue of orders has no client: up to 40 messages not delivered there.');
    await expect(lead).toContainText('1 queue of orders has more than one client.');
    await expect(queues.getByRole('row').nth(1)).toContainText(/broker-a\s*1\s*.*@41#1, .*@42#1/);
    await expect(queues.getByRole('row').nth(2)).toContainText(/broker-b\s*0\s*none.*no client/);
    await expectAccessible(page, 'the queues of a group by client');

    // The second hangs, the first gets its queues: nothing is said of what it may have.
    for (const broker of brokers) broker.holding.set(FIRST, hold(['broker-a 0', 'broker-a 1', 'broker-b 0']));
    const gone = { code: 1, remark: 'gone' };
    for (const { peer } of brokers)
      peer.behave = ({ code, fields }) => (code === HOLDS && fields['clientId'] === SECOND ? gone : null);
    // An answer is given again for 2 s.
    await expect(async () => {
      await page.getByRole('button', { name: 'Query the clients' }).press('Enter');
      await expect(lead).toContainText('1 client did not respond.', { timeout: 1_000 });
    }).toPass();
    await expect(queues.getByRole('row').nth(1)).toContainText(/broker-b\s*1\s*none.*a client did not respond/);
  } finally {
    await fake.close();
  }
});
