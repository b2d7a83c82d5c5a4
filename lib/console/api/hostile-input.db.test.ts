import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openSession } from '../../auth/session';
import { withMetadata } from '../../store/metadata';
import type { ActionResult } from '../../model/action-result';
import { openTestApi, type TestApi } from '../../testing/api';
import { HOSTILE_TEXTS, HOSTILE_VALUES, partsOf, plausible, withOneWrong } from '../../testing/hostile';
import { apiRoutes } from './routes';
import { reads } from '../reads/registry';

const browser = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({
  headers: () => Promise.resolve(browser.headers),
  cookies: () => Promise.resolve({}),
}));
vi.mock('next/navigation', () => ({ unstable_rethrow: () => undefined }));
vi.mock('react', async (original) => ({ ...(await original<object>()), cache: <T>(work: T): T => work }));

type Action = ((input: unknown) => Promise<ActionResult<unknown>>) & { readonly input?: z.ZodType };

const ORIGIN = 'http://console.test';
/** At once: each is a request of its own. */
const AT_ONCE = 8;
/** Thousands of requests, beside browser tests on two cores. */
const LIMIT_MS = 240_000;

let api: TestApi;
let session = '';

beforeAll(async () => {
  api = await openTestApi();
  const db = api.broker.database.store.console;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO operator (email, role) VALUES ('viewer@example.com', 'viewer'), ('admin@example.com', 'admin')
     RETURNING operator_id AS id`,
  );
  const owner = { operatorId: rows[1]?.id ?? 0, email: 'admin@example.com' };
  session = await withMetadata(api.broker.database.store.prisma, (tx) =>
    openSession(tx, owner, { address: '127.0.0.1', agent: 'test' }),
  );
  browser.headers = new Headers({ host: 'console.test', origin: ORIGIN, cookie: `redrive-session=${session}` });
});
afterAll(() => api.close());

async function collect<T>(folder: string, isWanted: (name: string) => boolean): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
  for (const file of readdirSync(path).filter((each) => each.endsWith('.ts') && !each.includes('.test.'))) {
    const exported = (await import(`${path}${file}`)) as Record<string, T>;
    for (const [name, value] of Object.entries(exported)) if (isWanted(name)) found.set(name, value);
  }
  return found;
}

interface Case {
  readonly what: string;
  readonly value: unknown;
  /** What was answered, when it should not have been; else null. */
  readonly run: () => Promise<string | null>;
}

/** What of these cases was answered as an error of the server. */
async function failuresOf(cases: readonly Case[]): Promise<string[]> {
  const failures: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const failure = await next.run().catch((error: unknown) => `threw ${String(error)}`);
      if (failure !== null) failures.push(`${next.what} = ${shown(next.value)}: ${failure}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

function shown(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 60) ?? String(value);
  } catch {
    return 'what cannot be shown';
  }
}

async function serverError(response: Promise<Response>): Promise<string | null> {
  const { status } = await response;
  // signed out is no answer to what was asked
  // 501 names what is not offered yet
  return (status >= 500 && status !== 501) || status === 401 ? String(status) : null;
}

test(
  'what pages read: every parameter takes whatever comes',
  async () => {
    const cases: Case[] = [];
    for (const [name, read] of Object.entries(reads)) {
      const ask = (query: URLSearchParams) =>
        serverError(read.GET(new Request(`${ORIGIN}/api/console/x?${query.toString()}`, { headers: browser.headers })));
      for (const { part, value, whole } of withOneWrong(read.input, HOSTILE_TEXTS))
        cases.push({ what: `${name} ${part}`, value, run: () => ask(toQuery(whole)) });
    }
    expect(cases.length).toBeGreaterThan(500);
    expect(await failuresOf(cases)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'the HTTP API: every part of path, query and body takes whatever comes',
  async () => {
    const cases: Case[] = [];
    for (const { handle, operation } of apiRoutes) {
      const { method, params, query, body } = operation;
      const ask = (given: { params?: object; query?: URLSearchParams; body?: string }) => {
        const sent = body === null ? {} : { body: given.body ?? JSON.stringify(plausible(body)) };
        const request = new Request(
          `${ORIGIN}/api/v1/x?${(given.query ?? toQuery(plausible(query ?? NOTHING))).toString()}`,
          {
            method: method.toUpperCase(),
            headers: { ...Object.fromEntries(browser.headers), 'content-type': 'application/json' },
            ...sent,
          },
        );
        const path = given.params ?? (plausible(params ?? NOTHING) as object);
        return serverError(handle(request, { ...path }));
      };
      for (const { part, value, whole } of withOneWrong(params ?? NOTHING, HOSTILE_TEXTS))
        cases.push({ what: `${operation.name} {${part}}`, value, run: () => ask({ params: whole }) });
      for (const { part, value, whole } of withOneWrong(query ?? NOTHING, HOSTILE_TEXTS))
        cases.push({ what: `${operation.name} ?${part}`, value, run: () => ask({ query: toQuery(whole) }) });
      if (body === null) continue;
      for (const { part, value, whole } of withOneWrong(body, HOSTILE_VALUES))
        cases.push({ what: `${operation.name} ${part}`, value, run: () => ask({ body: JSON.stringify(whole) }) });
      for (const text of [
        '',
        'null',
        '[]',
        '"x"',
        '{',
        '['.repeat(100_000),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      ])
        cases.push({ what: `${operation.name} body`, value: text.slice(0, 10), run: () => ask({ body: text }) });
    }
    expect(cases.length).toBeGreaterThan(2000);
    expect(await failuresOf(cases)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'actions: every part of the input takes whatever comes',
  async () => {
    const actions = await collect<Action>('actions', (name) => name.endsWith('Action'));
    const cases: Case[] = [];
    for (const [name, action] of actions) {
      if (action.input === undefined) continue;
      const ask = async (input: unknown) => {
        const result = await action(input);
        if (result.ok || !['internal', 'unauthorized'].includes(result.error.code)) return null;
        return result.error.message;
      };
      for (const { part, value, whole } of withOneWrong(action.input, HOSTILE_VALUES))
        cases.push({ what: `${name} ${part}`, value, run: () => ask(whole) });
      for (const value of HOSTILE_VALUES)
        // {} is what some of them take
        if (partsOf(action.input).length > 0) cases.push({ what: name, value, run: () => ask(value) });
    }
    expect(cases.length).toBeGreaterThan(1000);
    expect(await failuresOf(cases)).toEqual([]);
  },
  LIMIT_MS,
);

const NOTHING = z.strictObject({});

function toQuery(whole: unknown): URLSearchParams {
  const given = Object.entries(whole as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
}
