import { childrenOf } from '../../lib/testing/processes';
import { RawClient, rawMessage, messagesOf } from '../protocol/support/raw-client';
import { ackRequest, receiveRequest } from '../protocol/support/raw-requests';
import { openHydrated } from '../fixtures/hydrated';
import { startProduct } from '../fixtures/product';
import { expect, signIn, test } from '../fixtures/test';

const PLACE = { topic: 'apart', group: 'apart' };
const STOPPED_MS = 2000;

/** It ends processes of a product, so it has one of its own. */
test('acks do not wait for the console; a broker process that is killed is named on Now @long', async ({ browser }) => {
  const product = await startProduct();
  const client = new RawClient(product.grpcPort);
  try {
    const api = (method: string, path: string, data?: object): Promise<Response> =>
      fetch(`${product.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${product.apiToken}`, 'content-type': 'application/json' },
        ...(data === undefined ? {} : { body: JSON.stringify(data) }),
      });
    await api('POST', '/topics', { name: PLACE.topic, type: 'NORMAL', queues: 4 });
    await api('PUT', `/groups/${PLACE.group}`, { maxRetries: 16 });
    const pidOf = (name: string): number => childrenOf(product.pid()).get(`redrive ${name}`) ?? 0;
    const ackMs = async (count: number): Promise<number[]> => {
      const times: number[] = [];
      while (times.length < count) {
        await client.call('SendMessage', { messages: [rawMessage(PLACE.topic)] });
        for (const { systemProperties } of messagesOf(await client.receive(receiveRequest(PLACE)))) {
          const startedMs = performance.now();
          await client.call('AckMessage', ackRequest(PLACE, [systemProperties?.receiptHandle ?? '']));
          times.push(performance.now() - startedMs);
        }
      }
      return times.toSorted((a, b) => a - b);
    };
    await test.step('its event loop stands still for two seconds, and acks go on', async () => {
      await ackMs(50);
      const [console, startedMs] = [pidOf('console'), performance.now()];
      process.kill(console, 'SIGSTOP');
      const waiting = api('GET', '/groups').then(() => performance.now() - startedMs);
      const times: number[] = [];
      while (performance.now() - startedMs < STOPPED_MS) times.push(...(await ackMs(10)));
      process.kill(console, 'SIGCONT');
      // There was something to wait for.
      expect(await waiting).toBeGreaterThan(STOPPED_MS - 100);
      expect(times.length).toBeGreaterThanOrEqual(20);
      expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(500);
    });
    await test.step('a broker process is killed: the open page says so, and messages go on', async () => {
      const page = await openHydrated(await browser.newContext({ baseURL: product.url })).newPage();
      await page.goto('/sign-in');
      await signIn(page, product.admin);
      const [console, killed] = [pidOf('console'), pidOf('broker 1')];
      process.kill(killed, 'SIGKILL');
      const line = page.getByRole('region', { name: 'Open problems' }).getByRole('listitem').first();
      await expect(line).toContainText('broker 1 was ended by SIGKILL');
      await expect(line).toContainText('runs again');
      expect(pidOf('console')).toBe(console);
      expect(pidOf('broker 1')).not.toBe(killed);
      await expect(async () => expect(await ackMs(1)).toHaveLength(1)).toPass();
      await page.context().close();
    });
  } finally {
    client.close();
    await product.stop();
  }
});
