// @module-tag landing
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from '../../auth/session';
import { withMetadata } from '../../store/metadata';
import type { ActionResult } from '../../model/action-result';
import { openTestApi, type TestApi } from '../../testing/api';
import { Fuzz } from '../../testing/fuzz/fuzz';
import { below, randomJson } from '../../testing/fuzz/mutate';
import type { Random } from '../../testing/random';
import { HOSTILE_TEXTS, HOSTILE_VALUES, partsOf, plausible, withOneWrong } from '../../testing/hostile';
import { browser } from '../../testing/next';
import { apiRoutes } from './routes';
import { reads } from '../reads/registry';

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

async function serverError(answered: Promise<Response>): Promise<string | null> {
  const response = await answered;
  const { status } = response;
  // signed out is no answer to what was asked
  // 501 names what is not offered yet
  if ((status >= 500 && status !== 501) || status === 401) return String(status);
  return status < 400 ? null : unreadable(refusal.parse(await response.json()).error.message);
}

const refusal = z.object({ error: z.object({ message: z.string() }) });

/** Words of the validator, of JavaScript or of PostgreSQL, and regular expressions. */
const RAW =
  /Invalid (input|option|string|type|key|element)|in JSON|Unexpected |Too (big|small)|[<>]=\d|received|Unrecognized|\bzod|undefined|\[object|syntax error|violates|\/\^/i;

/** A refusal that a person cannot read, or null. The value that it repeats is no word of its own. */
function unreadable(message: string): string | null {
  const values = /“[^”]*”|; it (?:is|has) .*| .* (?=does not exist)/gs;
  const own = message.replaceAll(values, '');
  const isSentence = /^\S/.test(message) && /[.?!”)]$/.test(message) && message.length < 600;
  return RAW.test(own) || !isSentence ? `is answered with "${message.slice(0, 200)}"` : null;
}

test('what pages read: every parameter takes whatever comes', { tags: ['long'], timeout: LIMIT_MS }, async () => {
  const cases: Case[] = [];
  for (const [name, read] of Object.entries(reads))
    for (const { part, value, whole } of withOneWrong(read.input, HOSTILE_TEXTS))
      cases.push({ what: `${name} ${part}`, value, run: () => askRead(read, toQuery(whole)) });
  expect(cases.length).toBeGreaterThan(500);
  expect(await failuresOf(cases)).toEqual([]);
});

test(
  'the HTTP API: every part of path, query and body takes whatever comes',
  { tags: ['long'], timeout: LIMIT_MS },
  async () => {
    const cases: Case[] = [];
    for (const route of apiRoutes) {
      const { operation } = route;
      const { params, query, body } = operation;
      const ask = (given: RouteInput) => askRoute(route, given);
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
);

test('actions: every part of the input takes whatever comes', { tags: ['long'], timeout: LIMIT_MS }, async () => {
  const actions = await collect<Action>('actions', (name) => name.endsWith('Action'));
  const cases: Case[] = [];
  for (const [name, action] of actions) {
    if (action.input === undefined) continue;
    const ask = (input: unknown) => askAction(action, input);
    for (const { part, value, whole } of withOneWrong(action.input, HOSTILE_VALUES))
      cases.push({ what: `${name} ${part}`, value, run: () => ask(whole) });
    for (const value of HOSTILE_VALUES)
      // {} is what some of them take
      if (partsOf(action.input).length > 0) cases.push({ what: name, value, run: () => ask(value) });
  }
  expect(cases.length).toBeGreaterThan(1000);
  expect(await failuresOf(cases)).toEqual([]);
});

test('pages, API and actions: whatever comes, in many places at once', { timeout: 3_600_000 }, async () => {
  const fuzz = new Fuzz('reads, HTTP API and actions', { short: 400, share: 0.5 });
  const { random } = fuzz;
  const actions = await collect<Action>('actions', (name) => name.endsWith('Action'));
  const withInput = [...actions].filter(([name, { input }]) => input !== undefined && !SUCCEEDS.has(name));
  const targets: readonly ((whole: unknown) => readonly [string, () => Promise<string | null>])[] = [
    ...Object.entries(reads).map(
      ([name, read]) =>
        (whole: unknown) =>
          [`read ${name}`, () => askRead(read, toQuery(distort(random, whole ?? plausible(read.input))))] as const,
    ),
    ...apiRoutes.map((route) => (whole: unknown) => {
      const { params, query, body, name } = route.operation;
      const given = {
        ...(params === null ? {} : { params: textsOf(distort(random, plausible(params))) }),
        ...(query === null ? {} : { query: toQuery(distort(random, plausible(query))) }),
        ...(body === null ? {} : { body: JSON.stringify(whole ?? distort(random, plausible(body))) ?? '' }),
      };
      return [`API ${name}`, () => askRoute(route, given)] as const;
    }),
    ...withInput.map(
      ([name, action]) =>
        (whole: unknown) =>
          [name, () => askAction(action, whole ?? distort(random, plausible(action.input ?? NOTHING)))] as const,
    ),
  ];
  const cases = Array.from({ length: fuzz.inputs }, (): Case => {
    const whole = random.next() < 0.1 ? randomJson(random) : null;
    const [what, run] = targets[below(random, targets.length)]?.(whole) ?? ['', () => Promise.resolve(null)];
    return { what, value: whole, run: () => run().then((failure) => (fuzz.answered(failure ?? 'well'), failure)) };
  });
  for (const failure of await failuresOf(cases)) fuzz.fault(failure);
  expect(fuzz.figures()).toMatchObject({ wrong: [] });
});

/** With what fits, these start clients, and end the session of this test. */
const SUCCEEDS = new Set(['startPracticeAction', 'endSessionAction']);

/** What fits, with some of its parts replaced, left out or added. */
function distort(random: Random, whole: unknown): unknown {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return randomJson(random);
  const parts = new Map(Object.entries(whole));
  const names = [...parts.keys(), 'extra', '__proto__'];
  for (let left = 1 + below(random, 3); left > 0; left -= 1) {
    const name = names[below(random, names.length)] ?? 'extra';
    const old = parts.get(name);
    if (random.next() < 0.15) parts.delete(name);
    else if (typeof old === 'object' && old !== null && random.next() < 0.6) parts.set(name, distort(random, old));
    else parts.set(name, randomJson(random));
  }
  return Object.fromEntries(parts);
}

/** As a browser writes it into an address. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** What an address can hold. */
function textsOf(whole: unknown): object {
  if (typeof whole !== 'object' || whole === null) return {};
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, textOf(value)]));
}

const NOTHING = z.strictObject({});

type Read = (typeof reads)[keyof typeof reads];
type Route = (typeof apiRoutes)[number];

interface RouteInput {
  readonly params?: object;
  readonly query?: URLSearchParams;
  readonly body?: string;
}

function askRead(read: Pick<Read, 'GET'>, query: URLSearchParams): Promise<string | null> {
  const address = `${ORIGIN}/api/console/x?${query.toString()}`;
  return serverError(read.GET(new Request(address, { headers: browser.headers })));
}

function askRoute({ handle, operation }: Route, given: RouteInput): Promise<string | null> {
  const { method, params, query, body } = operation;
  const asked = given.query ?? toQuery(plausible(query ?? NOTHING));
  const request = new Request(`${ORIGIN}/api/v1/x?${asked.toString()}`, {
    method: method.toUpperCase(),
    headers: { ...Object.fromEntries(browser.headers), 'content-type': 'application/json' },
    ...(body === null ? {} : { body: given.body ?? JSON.stringify(plausible(body)) }),
  });
  return serverError(handle(request, { ...(given.params ?? (plausible(params ?? NOTHING) as object)) }));
}

async function askAction(action: Action, input: unknown): Promise<string | null> {
  const result = await action(input);
  if (result.ok) return null;
  const { code, message } = result.error;
  return ['internal', 'unauthorized'].includes(code) ? message : unreadable(message);
}

function toQuery(whole: unknown): URLSearchParams {
  const given = Object.entries((whole ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, textOf(value)]));
}
