import { readdirSync, readFileSync } from 'node:fs';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type { BrowserContext } from '@playwright/test';

import type { Product } from '../fixtures/product';
import { expect, NOBODY, signIn, test } from '../fixtures/test';
import { acceptInvitation, actionSentBy, invite } from '../fixtures/viewer';

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** As a program sends it: with any Host, any method and an address that is not normalized. */
function ask(product: Product, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const { hostname, port, host } = new URL(product.url);
  return new Promise<{ status: number; headers: OutgoingHttpHeaders; body: string }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sending = request({ hostname, port, path, method, headers: { host, ...length, ...headers } }, (answer) => {
      text(answer).then(
        (received) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received }),
        reject,
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

test('signing in leads to a page of this console, whatever the address says @long', async ({ stranger, product }) => {
  for (const next of ['/..//evil.example/x', '/.//evil.example/x', '/%2e%2e//evil.example/x', '/\\evil.example']) {
    await stranger.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await stranger.getByLabel('E-mail address').fill(product.admin.email);
    await stranger.getByLabel('Password').fill(product.admin.password);
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await expect(stranger).toHaveURL(`${product.url}/`);
    // who is signed in is led on at once
    await stranger.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await expect(stranger).toHaveURL(`${product.url}/`);
    await stranger.context().clearCookies();
  }
  for (const path of ['//evil.example/x', '/\\evil.example', '/..//evil.example', '/%2f%2fevil.example']) {
    const { headers } = await ask(product, path);
    const target = new URL(headers['location'] ?? '/', product.url);
    expect({ path, host: target.host }).toEqual({ path, host: new URL(product.url).host });
  }
});

test('a foreign host name is refused everywhere, except by health', async ({ product, page }) => {
  const cookie = await cookieOf(page.context());
  for (const path of [
    '/sign-in',
    '/groups',
    '/api/v1/groups',
    '/api/console/groups',
    '/api/live',
    '/api/metrics',
    '/nowhere',
  ]) {
    const foreign = { host: 'evil.example:3000', cookie, authorization: `Bearer ${product.apiToken}` };
    const { status, body } = await ask(product, path, { headers: foreign });
    expect({ path, status }).toEqual({ path, status: 421 });
    expect(body).toContain('REDRIVE_ALLOWED_HOSTS');
    // nor do forwarded headers make it another one, without a trusted proxy
    const claimed = { ...foreign, 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' };
    expect((await ask(product, path, { headers: claimed })).status).toBe(421);
  }
  expect((await ask(product, '/api/health', { headers: { host: '10.244.0.17:3000' } })).status).toBe(200);
  expect((await ask(product, '/api/health', { headers: { host: 'redrive.pods.svc' } })).status).toBe(200);
  const { headers } = await ask(product, '/sign-in', { headers: { 'x-forwarded-proto': 'https' } });
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('requests that no browser of ours sends are refused, and never fail', async ({ product, page }) => {
  await page.goto('/topics');
  await page.getByRole('button', { name: 'New topic' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('sent-by-hand');
  const sent = await actionSentBy(page, () => page.getByRole('button', { name: 'Create topic' }).click());
  const action = { ...(await sent.allHeaders()), connection: 'close' } as Record<string, string>;
  const names = Object.keys(action).filter((name) => name.startsWith(':') || name === 'content-length');
  for (const name of names) delete action[name];
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await ask(product, '/topics', { method: 'POST', body, headers: { ...action, ...headers } })).status;
  expect(await post((sent.postData() ?? '').replace('sent-by-hand', 'sent-again'))).toBe(200);
  expect(await post('x'.repeat(9_000_000))).toBe(413);
  expect(await post('['.repeat(100_000))).toBe(400);
  expect(await post(`${'['.repeat(900)}${']'.repeat(900)}`)).toBeLessThan(500);
  expect(await post('[]', { origin: 'https://evil.example' })).toBe(403);

  for (const path of ['/groups', '/api/v1/groups', '/nowhere']) {
    const trace = await ask(product, path, { method: 'TRACE' });
    expect({ path, status: trace.status }).toEqual({ path, status: 405 });
    expect(trace.headers).toMatchObject({
      'content-security-policy': expect.any(String),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.any(String),
    });
  }
  const { headers } = await ask(product, '/sign-in');
  // one policy, with a nonce: two would both have to be kept
  expect(headers['content-security-policy']).toMatch(/^default-src 'self'.*'nonce-/);
  expect(headers['content-security-policy']).toContain("; style-src 'self'; style-src-attr 'unsafe-inline';");
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });

  const authorization = `Bearer ${product.apiToken}`;
  const deep = await ask(product, '/api/v1/topics', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  });
  expect(deep.status).toBe(400);
  for (const path of ['/messages/%00', '/audit?actor=%00', '/api/v1/messages/%00', '/api/console/audit?cursor=%00'])
    expect({ path, status: (await ask(product, path, { headers: { authorization } })).status }).toEqual({
      path,
      // Nothing has such a name, so there is no such page.
      status: path === '/messages/%00' ? 404 : 400,
    });
});

test('pages take whatever stands in their address @long', async ({ product, page }) => {
  const cookie = await cookieOf(page.context());
  const failed: string[] = [];
  const queue = hostileAddresses();
  expect(queue.length).toBeGreaterThan(150);
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const { status } = await ask(product, path, { headers: { cookie } });
      if (status >= 500) failed.push(`${path.slice(0, 120)}: ${status}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(failed).toEqual([]);
});

// Tokens that are refused have a test of their own: each would leave its row in the audit log.
test('each guard refuses by itself, whatever the others would say', async ({ product, page, viewer }) => {
  const [admin, viewing] = [await cookieOf(page.context()), await cookieOf(viewer.context())];
  const bearer = { authorization: `Bearer ${product.apiToken}` };
  const own = { origin: product.url };
  const topic = { method: 'POST', body: '{"nonsense":true}' };
  const json = { 'content-type': 'application/json' };
  const action = { 'next-action': 'x'.repeat(42), 'content-type': 'text/plain;charset=UTF-8', cookie: admin };
  const guards: readonly (readonly [what: string, path: string, sent: Sent, status: number])[] = [
    ['a read without a session', '/api/console/groups', {}, 401],
    ['a read with an unknown session cookie', '/api/console/groups', { headers: { cookie: 'redrive-session=x' } }, 401],
    ['the live stream without a session', '/api/live', {}, 401],
    ['the API without a token', '/api/v1/groups', {}, 401],
    ['a viewer reads no audit log', '/api/console/audit', { headers: { cookie: viewing } }, 403],
    ['a viewer changes nothing', '/api/v1/topics', { ...topic, headers: { ...json, ...own, cookie: viewing } }, 403],
    ['a cookie without an origin', '/api/v1/topics', { ...topic, headers: { ...json, cookie: admin } }, 403],
    [
      'a cookie from another site',
      '/api/v1/topics',
      { ...topic, headers: { ...json, cookie: admin, origin: 'https://evil.example' } },
      403,
    ],
    [
      'a cookie from a neighbour of this host',
      '/api/v1/topics',
      { ...topic, headers: { ...json, ...own, cookie: admin, 'sec-fetch-site': 'same-site' } },
      403,
    ],
    [
      'a cookie from here: the input is checked',
      '/api/v1/topics',
      { ...topic, headers: { ...json, ...own, cookie: admin } },
      400,
    ],
    [
      'a token from anywhere: the input is checked',
      '/api/v1/topics',
      { ...topic, headers: { ...json, ...bearer } },
      400,
    ],
    ['an action without an origin', '/topics', { method: 'POST', body: '[]', headers: action }, 403],
    [
      'an action from another site',
      '/topics',
      { method: 'POST', body: '[]', headers: { ...action, origin: 'https://evil.example' } },
      403,
    ],
    [
      'an action from a neighbour of this host',
      '/topics',
      { method: 'POST', body: '[]', headers: { ...action, ...own, 'sec-fetch-site': 'same-site' } },
      403,
    ],
    ['a foreign host', '/api/v1/groups', { headers: { ...bearer, host: 'evil.example' } }, 421],
  ];
  const seen: unknown[] = [];
  for (const [what, path, sent] of guards) seen.push([what, (await ask(product, path, sent)).status]);
  expect(seen).toEqual(guards.map(([what, , , status]) => [what, status]));
});

const HOSTILE = ['__proto__', '99999999999999999999', '%F0%9F%98%80', 'x'.repeat(3000)];

/** Each page with something hostile for each name that it reads from its address. */
function hostileAddresses(): string[] {
  const root = fileURLToPath(new URL('../../app/(console)', import.meta.url));
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('page.tsx'));
  return pages.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const path = `/${file.replace(/\/?page\.tsx$/, '')}`;
    const names = new Set(['cursor', 'q', 'sort', 'group', 'topic', 'from', 'until', 'at']);
    for (const [, name] of source.matchAll(/params\['(\w+)'\]/g)) names.add(name ?? '');
    for (const [, list] of source.matchAll(/const \{ ([\w, ]+) \} = await searchParams/g))
      for (const name of (list ?? '').split(', ')) names.add(name);
    const plain = path.replaceAll(/\[\w+\]/g, '1');
    return HOSTILE.flatMap((value, n) => [
      ...(path === plain ? [] : [path.replaceAll(/\[\w+\]/g, value)]),
      // each name with one of them: a page is slow, and what they read is swept without it
      ...[...names].filter((_, place) => place % HOSTILE.length === n).map((name) => `${plain}?${name}=${value}`),
    ]);
  });
}

test('a cookie of the same name that another site has set does not end the session', async ({ page, product }) => {
  await page.goto('/groups');
  const host = new URL(product.url).hostname;
  await page.context().addCookies([
    { name: 'redrive-session', value: 'x'.repeat(43), domain: host, path: '/topics' },
    { name: 'redrive-session', value: 'junk', domain: host, path: '/api' },
  ]);
  await page.goto('/topics');
  await expect(page.getByRole('heading', { name: 'Topics' })).toBeVisible();
  expect((await page.request.get('/api/console/groups')).status()).toBe(200);
});

test('one session opens so many live streams and no more', async ({ product, page }) => {
  const streams = new AbortController();
  const cookie = await cookieOf(page.context());
  const open = () => fetch(`${product.url}/api/live`, { headers: { cookie }, signal: streams.signal });
  const answers = await Promise.all(Array.from({ length: 30 }, open));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(await refused[0]?.json()).toMatchObject({ error: { code: 'too-many-requests', limit: 20 } });
  streams.abort();
  // their places are free again
  await expect
    .poll(async () => {
      const again = new AbortController();
      const { status } = await fetch(`${product.url}/api/live`, { headers: { cookie }, signal: again.signal });
      again.abort();
      return status;
    })
    .toBe(200);
});

test('a refused API token leaves one row in the audit log', async ({ product, page }) => {
  const secret = `rdt_abcd${'x'.repeat(40)}`;
  for (let n = 0; n < 5; n += 1) {
    const answer = await ask(product, '/api/v1/groups', { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(401);
  }
  const audit = await page.request.get('/api/console/audit?action=token.refuse');
  const { data } = (await audit.json()) as { data: { items: { after: unknown }[] } };
  expect(data.items.map(({ after }) => after)).toEqual([{ start: 'rdt_abcd' }]);
  expect(JSON.stringify(data)).not.toContain('xxxx');
});

test('a person changes the password and ends sessions, by keyboard too @long', async ({ page, openContext }) => {
  const account = { email: 'changer@redrive.example', password: 'slow river under glass' };
  const chosen = 'eleven quiet marble stairs';
  const link = await invite(page, account.email, 'Operator');
  const contexts = await Promise.all(['first', 'second', 'third'].map((name) => openContext(name, NOBODY)));
  const [here, elsewhere, third] = await Promise.all(contexts.map((context) => context.newPage()));
  if (here === undefined || elsewhere === undefined || third === undefined) throw new Error('no pages');
  await acceptInvitation(here, link, account);
  await signIn(elsewhere, account);
  await signIn(third, account);

  await here.goto('/settings');
  const sessions = here.getByRole('region', { name: 'Sessions' });
  const rows = sessions.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await sessions.getByRole('button', { name: 'End session' }).first().click();
  await expect(rows).toHaveCount(2);
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(rows).toHaveCount(1);
  await elsewhere.goto('/groups');
  await expect(elsewhere).toHaveURL(/sign-in/);
  await signIn(elsewhere, account);

  await here.getByRole('button', { name: 'Change password…' }).click();
  const panel = here.getByRole('dialog', { name: 'Change password' });
  await panel.getByLabel('Current password').fill('not the current one');
  await here.keyboard.press('Tab');
  await here.keyboard.type(chosen);
  await here.keyboard.press('Tab');
  await here.keyboard.type(chosen);
  await here.keyboard.press('Enter');
  await expect(panel.getByText('This is not your current password.')).toBeVisible();
  await panel.getByLabel('Current password').fill(account.password);
  await here.keyboard.press('Enter');
  await expect(here.getByText('Password changed. 1 other session has ended.')).toBeVisible();
  await elsewhere.goto('/groups');
  await expect(elsewhere).toHaveURL(/sign-in/);
  await signIn(elsewhere, { ...account, password: chosen });
});
