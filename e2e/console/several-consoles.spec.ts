import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';
import { Client } from 'pg';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { Application } from '../fixtures/application';
import { openHydrated } from '../fixtures/hydrated';
import { type Product, startProduct } from '../fixtures/product';
import { type RoundRobin, startRoundRobin } from '../fixtures/round-robin';
import { expect, signIn, test } from '../fixtures/test';

const PLACE = { topic: 'shared', group: 'readers' };
const LIMIT_PER_SECOND = 50;

let directory: string;
let server: EmbeddedPostgres;
let nodes: [Product, Product];
let balancer: RoundRobin;

test.describe('two consoles on one database @long', () => {
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redrive-consoles-'));
    server = await startEmbeddedPostgres({ dataDirectory: directory });
    const settings = { DATABASE_URL: server.url, REDRIVE_BROKERS: '1', REDRIVE_OIDC_ISSUER: '' };
    const without = { ...settings, REDRIVE_OIDC_CLIENT_ID: '', REDRIVE_OIDC_CLIENT_SECRET: '' };
    nodes = [await startProduct(without), await startProduct(without)];
    balancer = await startRoundRobin(nodes.map(({ url }) => url));
  });
  test.afterAll(async () => {
    await balancer.close();
    await Promise.all(nodes.map((node) => node.stop()));
    await server.release();
    await rm(directory, { recursive: true, force: true });
  });

  const api = async (node: Product, method: string, path: string, data?: object): Promise<Response> => {
    const answer = await fetch(`${node.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${node.apiToken}`, 'content-type': 'application/json' },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer;
  };
  const query = async (text: string): Promise<void> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  const openAt = async (page: Page, node: Product, path: string): Promise<Page> => {
    const opened = await page.context().newPage();
    await opened.goto(`${node.url}${path}`);
    return opened;
  };

  test('a session, a confirmation and live pages of one are those of the other', async ({ browser }) => {
    const [one, other] = nodes;
    const page = await openHydrated(await browser.newContext({ baseURL: balancer.url })).newPage();
    await test.step('signed in through the balancer: every other request goes to the other console', async () => {
      await signIn(page, one.admin);
      for (const path of ['/topics', '/groups', '/settings/tokens']) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      }
      expect(Math.min(...balancer.served)).toBeGreaterThan(5);
    });
    await test.step('what is made at one shows on the open page of the other, and through the balancer', async () => {
      const pages = [await openAt(page, one, '/topics'), await openAt(page, other, '/topics')];
      await page.goto('/topics');
      for (const [at, node] of nodes.entries()) {
        const name = `made-at-${at}`;
        await api(node, 'POST', '/topics', { name, type: 'NORMAL', queues: 1 });
        for (const seen of [...pages, page])
          await expect(
            seen.getByRole('cell', { name }).or(seen.getByRole('rowheader', { name })).first(),
          ).toBeVisible();
      }
      for (const seen of pages) await seen.close();
    });
    await test.step('a confirmation counts on both, and so does its end', async () => {
      const makeToken = async (name: string): Promise<void> => {
        await page.goto('/settings/tokens');
        await page.getByRole('button', { name: 'Create token' }).click();
        const form = page.getByRole('dialog', { name: 'Create API token' });
        await form.getByLabel('Name').fill(name);
        await form.getByLabel('Rights').selectOption('groups');
        await form.getByRole('button', { name: 'Create token' }).click();
      };
      await query(`UPDATE operator_session SET confirmed_at = clock_timestamp() - interval '11 min'`);
      await makeToken('first');
      const asks = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await asks.getByLabel('Password').fill(one.admin.password);
      await asks.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('dialog', { name: 'Secret created' })).toBeVisible();
      // Four more: each console is asked at least once.
      for (const name of ['second', 'third', 'fourth', 'fifth']) {
        await makeToken(name);
        await expect(page.getByRole('dialog', { name: 'Secret created' })).toBeVisible();
        await expect(asks).toBeHidden();
      }
    });
    await test.step('a request of another site is refused by both, with a session that both know', async () => {
      for (const node of nodes) {
        const refused = await page.request.post(`${node.url}/topics`, {
          data: 'anything',
          headers: { origin: 'https://elsewhere.example' },
        });
        expect(refused.status()).toBe(403);
        expect((await page.request.get(`${node.url}/api/session`)).status()).toBe(200);
      }
    });
    await test.step('signed out at one is signed out at the other', async () => {
      const before = await page.context().cookies();
      await page.goto('/topics');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/sign-in/);
      await page.context().addCookies(before);
      for (const node of nodes) expect((await page.request.get(`${node.url}/api/session`)).status()).toBe(401);
    });
    await page.context().close();
  });

  test('guesses of a password are counted together', async () => {
    const guess = async (node: Product): Promise<string> => {
      const form = new FormData();
      form.set('email', 'nobody@redrive.example');
      form.set('password', 'not the password');
      const answer = await fetch(`${node.url}/api/session`, {
        method: 'POST',
        body: form,
        headers: { origin: node.url },
      });
      return await answer.text();
    };
    const said: string[] = [];
    for (let n = 0; n < 11; n += 1) said.push(await guess(nodes[n % 2] ?? nodes[0]));
    expect(said.filter((text) => text.includes('password is wrong'))).toHaveLength(10);
    // Ten of both together, not of each.
    expect(said.at(-1)).toContain('Too many');
  });

  test('clients and limits of one node are seen from the console of the other', async ({ browser }) => {
    const [one, other] = nodes;
    await api(one, 'POST', '/topics', { name: PLACE.topic, type: 'NORMAL', queues: 4 });
    await api(one, 'PUT', `/groups/${PLACE.group}`, { maxRetries: 3 });
    const application = await Application.start(one, PLACE);
    const context = openHydrated(await browser.newContext({ baseURL: other.url }));
    try {
      const page = await context.newPage();
      await signIn(page, other.admin);
      await application.send('first');
      await page.goto(`/topics/${PLACE.topic}`);
      const clients = page.getByRole('table', { name: 'Clients' });
      // Producer and consumer, with SDK and version.
      for (const kind of ['Producer', 'PushConsumer'])
        await expect(clients.getByRole('row').filter({ hasText: kind })).toContainText(/Node.*\d+\.\d+\.\d+/i);
      await expect(page.getByText('2 clients connected to any node')).toBeVisible();

      const limit = { kind: 'send-rate', scope: 'topic', subject: PLACE.topic, hard: LIMIT_PER_SECOND };
      await api(one, 'PUT', '/limits', limit);
      const read = async (node: Product): Promise<{ used: { value?: number }; line: number }> => {
        const { items } = (await (await api(node, 'GET', '/limits')).json()) as {
          items: { used: { value?: number }; line: number }[];
        };
        return items[0] ?? { used: {}, line: 0 };
      };
      // The whole limit, of both nodes together; what goes through one is seen at the other.
      await expect(async () => {
        for (let n = 0; n < 10; n += 1) await application.send(`more ${n}`);
        const { used, line } = await read(other);
        expect(line).toBe(LIMIT_PER_SECOND);
        expect(used.value ?? 0).toBeGreaterThan(0);
      }).toPass();
    } finally {
      application.stop();
      await context.close();
    }
  });

  test('a practice incident that was started at one is changed and ended at the other', async ({ browser }) => {
    const [one, other] = nodes;
    const context = openHydrated(await browser.newContext({ baseURL: one.url }));
    const here = await context.newPage();
    await signIn(here, one.admin);
    await here.goto('/settings/practice');
    const there = await openAt(here, other, '/settings/practice');
    const button = (page: Page, name: string) => page.getByRole('button', { name });
    await button(here, 'Start the practice incident').click();
    for (const page of [here, there]) await expect(page.getByText('Consumers fail for three causes')).toBeVisible();
    await button(there, 'Deploy the fix').click();
    for (const page of [there, here]) await expect(page.getByText('The fix is deployed')).toBeVisible();
    await button(there, 'Stop and reset').click();
    for (const page of [there, here]) await expect(page.getByText('Not running.')).toBeVisible();
    await context.close();
  });
});
