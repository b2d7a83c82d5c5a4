// @module-tag landing
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { openSession } from '../../auth/session';
import { withMetadata } from '../../store/metadata';
import { openTestApi, type TestApi } from '../../testing/api';
import { HOSTILE_VALUES, plausible } from '../../testing/hostile';
import { browser } from '../../testing/next';
import { signInHere } from './session';

type Action = ((...given: readonly unknown[]) => Promise<unknown>) & { readonly input?: z.ZodType };

const ORIGIN = 'http://console.test';
let api: TestApi;
let session = '';
const actions: [string, Action][] = [];

beforeAll(async () => {
  api = await openTestApi();
  const folder = fileURLToPath(new URL('../actions/', import.meta.url));
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.ts') && !each.includes('.test.'))) {
    const exported = (await import(`${folder}${file}`)) as Record<string, unknown>;
    // whatever such a file exports can be called from outside, under any name
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'function') actions.push([name, value as Action]);
  }
  const { operatorId } = await api.broker.database.store.prisma.operator.create({
    data: { email: 'admin@example.com', role: 'admin' },
  });
  session = await withMetadata(api.broker.database.store.prisma, (tx) =>
    openSession(tx, { operatorId, email: 'admin@example.com' }, { address: '127.0.0.1', agent: 'test' }),
  );
}, 60_000);
afterAll(() => api.close());

function enter(cookie: string, more: Readonly<Record<string, string>> = { origin: ORIGIN }): void {
  browser.headers = new Headers({ host: 'console.test', cookie, ...more });
}

const form = new FormData();
form.set('email', 'x'.repeat(400));
const endless: unknown[] = [];
endless.push(endless);

/** Without arguments that fit, these start clients, and end the session of this test. */
const SUCCEEDS = new Set(['startPracticeAction', 'signOutAction', 'endOtherSessionsAction']);

/** Arguments that the wire of server actions can carry: none, others, more, and what has no form at all. */
const LISTS: readonly (readonly unknown[])[] = [
  ...[[], ['x'], [null], [undefined, undefined], ['x', 'y', 'z'], [null, 'x'], [null, null], [null, {}], [null, []]],
  ...[[null, new FormData()], [null, form], [form], [form, form], [new Map(), new Set()], [new Date(Number.NaN)]],
  ...[
    [() => 'x', Symbol('x')],
    [endless, endless],
    [1n, 1n],
    [new Blob(['x']), new Uint8Array(3)],
  ],
  [Promise.resolve('x'), new URLSearchParams('x=y')],
];

/** A refusal in its usual form; what Next throws to lead elsewhere is an answer too. */
async function wrong(action: Action, given: readonly unknown[]): Promise<string | null> {
  try {
    const said = JSON.stringify(await action(...given)) ?? '';
    return said.includes('"internal"') || said.includes('Something failed') ? said : null;
  } catch (error) {
    const leads = error instanceof Error && error.constructor.name === 'Leaves';
    return leads ? null : `threw ${error instanceof Error ? (error.stack ?? '') : String(error)}`;
  }
}

test.each([
  ['a stranger', (): string => '', { origin: ORIGIN }],
  ['a stranger from elsewhere', (): string => '', { origin: undefined }],
  ['an administrator', (): string => `redrive-session=${session}`, { origin: ORIGIN }],
] as const)(
  'actions called by %s survive whatever arguments',
  async (who, cookie, headers) => {
    expect(actions.length).toBeGreaterThan(80);
    const failures: string[] = [];
    for (const [name, action] of actions) {
      if (who === 'an administrator' && SUCCEEDS.has(name)) continue;
      for (const given of headers.origin === undefined ? LISTS.slice(0, 4) : LISTS) {
        enter(cookie(), headers.origin === undefined ? {} : { origin: headers.origin });
        const failure = await wrong(action, given);
        if (failure !== null) failures.push(`${name}(${given.length}): ${failure.slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
  },
  120_000,
);

test('the workspace of an action is whatever its caller says', { tags: ['long'], timeout: 120_000 }, async () => {
  enter(`redrive-session=${session}`);
  const failures: string[] = [];
  for (const [name, action] of actions) {
    if (action.input === undefined || SUCCEEDS.has(name)) continue;
    for (const workspace of HOSTILE_VALUES) {
      if (workspace === null) continue;
      const failure = await wrong(action, [plausible(action.input), workspace]);
      if (failure !== null) failures.push(`${name}: ${failure.slice(0, 200)}`);
    }
  }
  expect(failures).toEqual([]);
});

test.each([
  ['no body', {}],
  ['JSON', { body: '{"email":"x"}', headers: { 'content-type': 'application/json' } }],
  ['a broken form', { body: '--x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['no content type', { body: 'email=x' }],
] as const)('a sign-in over the page with %s is refused', async (_what, sent) => {
  enter('');
  const answer = await signInHere(new Request(`${ORIGIN}/api/session`, { method: 'POST', ...sent }));
  expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 400 });
});
