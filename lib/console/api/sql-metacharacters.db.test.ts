// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestApi, type TestApi } from '../../testing/api';
import { inFull } from '../../testing/full';
import { partsOf, plausible } from '../../testing/hostile';
import { leaveUnderWay } from '../../testing/release/under-way';
import { reads } from '../reads/registry';
import { apiRoutes } from './routes';

/** What would close a text, widen a pattern, add a statement or wait, if a text were ever part of a statement. */
const PAYLOADS: readonly string[] = [
  `zzq' OR '1'='1`,
  `zzq') OR 1=1 --`,
  `zzq'; DROP TABLE message CASCADE; --`,
  `zzq' UNION SELECT email, password_hash FROM operator --`,
  `zzq'||(SELECT pg_sleep(20))||'`,
  `zzq\\' OR true --`,
  `zzq$$; DELETE FROM audit; $$`,
  `zzq" OR ""="`,
  `zzq%' OR msg_id LIKE '%`,
  'zzq%',
  'zzq_',
  `zzqE'\\x27'`,
];
const SENT = inFull(5, PAYLOADS.length);
/** Matches nothing, and has no character that means anything. */
const NOTHING = 'zzqnothing';
/** Far less than the payload that waits. */
const LIMIT_MS = 10_000;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  await leaveUnderWay(api.broker.ctx, api.broker.clock);
}, 60_000);
afterAll(() => api.close());

/** Of every table that holds what people and programs wrote. */
async function counts(): Promise<Record<string, number>> {
  const db = api.broker.database.store.console;
  const tables = ['message', 'dead_letter', 'retry', 'topic', 'consumer_group', 'operator', 'api_token', 'redrive'];
  const found: Record<string, number> = {};
  for (const name of tables) {
    const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    found[name] = rows[0]?.count ?? -1;
  }
  return found;
}

type Ask = (query: Record<string, string>) => Promise<Response>;

interface Filter {
  readonly what: string;
  readonly ask: (text: string) => Promise<Response>;
}

/** Every parameter that takes a text, in each read and each operation that reads. */
function filtersOf(what: string, schema: z.ZodType, ask: Ask): Filter[] {
  const whole = plausible(schema) as Record<string, unknown>;
  const base = Object.fromEntries(
    Object.entries(whole)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
  return partsOf(schema).map((name) => ({
    what: `${what} ${name}`,
    ask: (text: string) => ask({ ...base, [name]: text }),
  }));
}

const request = (query: Record<string, string>): Request =>
  new Request(`http://console.test/x?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${api.tokens.get('admin') ?? ''}` },
  });

const filters: readonly Filter[] = [
  ...Object.entries(reads).flatMap(([name, { input, GET }]) =>
    filtersOf(`read ${name}`, input, (query) => GET(request(query))),
  ),
  ...apiRoutes
    .filter(({ operation }) => operation.method === 'get')
    .flatMap(({ operation, handle }) => {
      const params = (plausible(operation.params ?? z.strictObject({})) ?? {}) as Record<string, string>;
      const ofQuery =
        operation.query === null
          ? []
          : filtersOf(`API ${operation.name}`, operation.query, (query) => handle(request(query), params));
      const ofPath =
        operation.params === null
          ? []
          : filtersOf(`API ${operation.name} path`, operation.params, (path) => handle(request({}), path));
      return [...ofQuery, ...ofPath];
    }),
];

/** How many rows an answer has, wherever they stand in it. */
function rowsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, part) => sum + rowsIn(part), own);
}

/** What is wrong with the answer to a payload; null: nothing. */
async function wrong({ what, ask }: Filter, payload: string, usual: { status: number; rows: number }) {
  const startedAt = performance.now();
  const answer = await ask(payload);
  const text = await answer.text();
  if (performance.now() - startedAt > LIMIT_MS) return `${what} = ${payload}: waited`;
  if (answer.status >= 500 && answer.status !== 501)
    return `${what} = ${payload}: ${answer.status} ${text.slice(0, 200)}`;
  if (/syntax error|unterminated|relation "|SQLSTATE/i.test(text)) return `${what} = ${payload}: ${text.slice(0, 200)}`;
  if (answer.status !== 200 || usual.status !== 200 || !text.startsWith('{')) return null;
  const rows = rowsIn(JSON.parse(text));
  return rows > usual.rows ? `${what} = ${payload}: ${rows} rows, usually ${usual.rows}` : null;
}

test('SQL metacharacters in every filter and search: text, and nothing else', { timeout: 240_000 }, async () => {
  const before = await counts();
  expect(filters.length).toBeGreaterThan(150);
  const failures: string[] = [];
  const queue = [...filters];
  const work = async (): Promise<void> => {
    for (let filter = queue.shift(); filter !== undefined; filter = queue.shift()) {
      const answer = await filter.ask(NOTHING);
      const text = await answer.text();
      const usual = { status: answer.status, rows: text.startsWith('{') ? rowsIn(JSON.parse(text)) : 0 };
      for (const payload of PAYLOADS.slice(0, SENT)) {
        const failure = await wrong(filter, payload, usual);
        if (failure !== null) failures.push(failure);
        // a shape that refuses one of these refuses the others alike
        if (usual.status === 400 && payload === PAYLOADS[1]) break;
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
  expect(failures).toEqual([]);
  expect(await counts()).toEqual(before);
});
