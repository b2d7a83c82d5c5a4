import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api';
import { browser } from '../../testing/next';
import { answerStep } from './session';

/** What a visitor without a session may send, written down a second time on purpose. */
const POSTS = [
  'code',
  'passkey/question',
  'passkey',
  'enrol/app',
  'enrol/app/code',
  'enrol/passkey/question',
  'enrol/passkey',
] as const;
const KEY = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} };
const MADE = { ...KEY, response: { clientDataJSON: 'a', attestationObject: 'a' } };
const USED = { ...KEY, response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } };
const BODIES: Readonly<Record<(typeof POSTS)[number], unknown>> = {
  code: { code: '000000' },
  'passkey/question': {},
  passkey: USED,
  'enrol/app': {},
  'enrol/app/code': { code: '000000' },
  'enrol/passkey/question': {},
  'enrol/passkey': { name: 'x', response: MADE },
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(() => browser.cookies.clear());
afterAll(() => api.close());

async function send(step: string, headers: Record<string, string>, body?: unknown, method = 'POST') {
  const given = { host: 'console.test', 'content-type': 'application/json', ...headers };
  const response = await answerStep(
    new Request(`http://console.test/api/session/${step}`, {
      method,
      headers: given,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, text };
}

const SAME = { origin: 'http://console.test' };

it.each(POSTS)('%s comes from a page of this console, and opens nothing for a stranger', async (step) => {
  expect((await send(step, {}, BODIES[step])).status).toBe(403);
  expect((await send(step, { origin: 'https://evil.example' }, BODIES[step])).status).toBe(403);
  const made = `redrive-step=${'x'.repeat(43)}; redrive-question=${'y'.repeat(43)}`;
  for (const cookie of ['', made]) {
    const { status } = await send(step, { ...SAME, cookie }, BODIES[step]);
    // a question is no secret: what it is answered with decides
    expect(status).toBe(step === 'passkey/question' ? 200 : step === 'code' ? 409 : 401);
  }
  expect([...browser.cookies.keys()].filter((name) => name !== 'redrive-question')).toEqual([]);
  expect(await api.broker.database.store.prisma.operatorSession.count()).toBe(0);
});

it.each(['code', 'passkey', 'enrol/app/code', 'enrol/passkey'])('%s refuses what it cannot read', async (step) => {
  for (const body of [
    {},
    [],
    { code: 1 },
    { code: 'x'.repeat(101) },
    { ...USED, id: '<' },
    { name: '', response: MADE },
  ])
    expect((await send(step, SAME, body)).status).toBe(400);
});

it('says how one can sign in, and of whom nothing', async () => {
  const { status, text } = await send('ways', {}, undefined, 'GET');
  expect([status, JSON.parse(text)]).toEqual([200, { singleSignOn: null, second: null }]);
});

it('has nothing else, and no single sign-on where none is set', async () => {
  for (const [method, step] of [
    ['GET', 'oidc'],
    ['GET', 'oidc/callback?code=x&state=y'],
    ['GET', 'code'],
    ['POST', 'ways'],
    ['POST', 'elsewhere'],
  ] as const)
    expect((await send(step, SAME, method === 'POST' ? {} : undefined, method)).status).toBe(404);
});

it('one block of addresses cannot begin without end', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 201; n += 1)
    statuses.add((await send('passkey/question', { ...SAME, 'x-forwarded-for': '10.9.9.9' }, {})).status);
  expect([...statuses]).toEqual([200, 429]);
});
