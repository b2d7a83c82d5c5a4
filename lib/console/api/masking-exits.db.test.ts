// @module-tag landing
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { updateSetting } from '../../broker';
import type { MaskingRule } from '../../model/masking/rule';
import { openTestApi, type TestApi } from '../../testing/api';
import { plausible } from '../../testing/hostile';
import { leaveUnderWay } from '../../testing/release/under-way';
import { isZip, unzipped } from '../../testing/unzipped';
import { downloadDeadLetters, downloadMessageBody, downloadRedriveMessages, downloadStays } from '../reads/downloads';
import { reads } from '../reads/registry';
import { callTool, findTool } from '../mcp/tools';
import { exportDeadLetters } from '../operations/dead-letters/export';
import { apiRoutes } from './routes';

/** In the body and in a property of every message, wherever one is kept. */
const SECRET = 'HUSH-4111-1111';
const ACTOR = { kind: 'system', name: 'test' } as const;

const HIDE: MaskingRule = {
  ...{ name: 'all cards', topics: ['*'], wholeBody: false, paths: ['$..card'], properties: ['card'] },
  ...{ seenFrom: 'nobody', shownTo: 'nobody' },
};

let api: TestApi;
/** What inputs may name: each set is one message, where it is, and whose it is. */
let sets: readonly Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  await leaveUnderWay(api.broker.ctx, api.broker.clock);
  const { store } = api.broker.database;
  await giveSecrets();
  const { prisma } = store;
  const letter = await prisma.deadLetter.findFirstOrThrow({ where: { msgId: 'dead' } });
  const half = await prisma.halfMessage.findFirstOrThrow({ where: { msgId: 'silent' } });
  const { rows } = await store.console.query<{ at: string }>(
    "SELECT queue_id || '-' || off AS at FROM message WHERE msg_id = 'retry-1'",
  );
  const common = {
    ...{ group: 'billing', name: 'billing', letter: String(letter.deadLetterId), scope: 'group', reason: 'x' },
    ...{ incidentId: (await prisma.alarmIncident.findFirstOrThrow()).incidentId, fingerprint: letter.fingerprint },
    ...{ redriveId: (await prisma.redrive.findFirstOrThrow()).redriveId, problem: 'dead-letters billing', all: '1' },
    ...{ to: 'newest', client: 'client-1', verb: 'hold', by: 'topic', list: 'groups', several: '1', queueNo: '0' },
    ...{ key: undefined, format: undefined, after: '0' },
  };
  const redrive = { id: String(common.redriveId) };
  sets = [
    { ...common, topic: 'orders', id: 'dead', message: 'dead', q: 'dead', at: `${letter.queueId}-${letter.off}` },
    { ...common, topic: 'orders', id: 'retry-1', message: 'dead', q: 'retry-1', at: rows[0]?.at },
    { ...common, topic: 'payments', id: 'silent', q: 'silent', at: `half-${half.queueId}` },
    { ...common, topic: 'later', id: 'later-1', q: 'later-1', at: '1-1' },
    { ...common, topic: '%DLQ%billing', id: 'dead', q: 'later-1', at: '1-1' },
    { ...common, ...redrive, topic: 'mails' },
    { ...common, topic: 'orders', id: String(common.incidentId) },
  ];
}, 60_000);
afterAll(() => api.close());

/** Every table with bodies, found by its columns: a new one is covered by itself. */
async function giveSecrets(): Promise<void> {
  const db = api.broker.database.store.console;
  const { rows } = await db.query<{ name: string; props: boolean }>(
    `SELECT c.relname::text AS name, bool_or(a.attname = 'props') AS props
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      GROUP BY c.relname HAVING bool_or(a.attname = 'body')`,
  );
  expect(rows.length).toBeGreaterThan(6);
  const body = Buffer.from(JSON.stringify({ order: 7, payment: { card: SECRET } }));
  for (const { name, props } of rows) {
    const own = props ? `, props = coalesce(props, '{}') || '{"card": "${SECRET}"}'` : '';
    await db.query(`UPDATE ${name} SET body = $1${own} WHERE body IS NOT NULL`, [body]);
  }
}

async function setRules(...rules: MaskingRule[]): Promise<void> {
  const { ctx } = api.broker;
  const { version } = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version, value: { rules }, reason: 'test', actor: ACTOR });
}

function inputOf(schema: z.ZodType, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { shape = {} } = schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const isNeeded = (part: z.ZodType): boolean => !part.safeParse(undefined).success;
  const parts = Object.entries(shape).filter(
    ([key, part]) => isNeeded(part) || (key in given && part.safeParse(given[key]).success),
  );
  return Object.fromEntries(
    parts.map(([key, part]) => [key, part.safeParse(given[key]).success ? given[key] : plausible(part)]),
  );
}

function query(of: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(of).filter(([, value]) => value !== undefined);
  return new URLSearchParams(texts.map(([key, value]): [string, string] => [key, String(value)])).toString();
}

const request = (params: string): Request =>
  new Request(`http://console.test/x?${params}`, {
    headers: { authorization: `Bearer ${api.tokens.get('admin') ?? ''}` },
  });

interface Exit {
  readonly name: string;
  readonly ask: (given: Readonly<Record<string, unknown>>) => Promise<Response>;
}

const files: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  'console/dead-letters/export': downloadDeadLetters,
  'console/message-body/download': downloadMessageBody,
  'console/redrive-stays': downloadStays,
  'console/redrive-messages': downloadRedriveMessages,
};
/** Addresses of their own that know no messages; those of the registries are asked one by one. */
const WITHOUT_BODIES = [
  'health',
  'live',
  'metrics',
  'session',
  'session/[...step]',
  'v1/config.schema.json',
  'v1/openapi.json',
];

const exits: readonly Exit[] = [
  ...Object.entries(reads).map(([name, { input, GET }]) => ({
    name: `read ${name}`,
    ask: (given: Readonly<Record<string, unknown>>) => GET(request(query(inputOf(input, given)))),
  })),
  ...apiRoutes
    .filter(({ operation }) => operation.method === 'get')
    .map(({ operation, handle }) => ({
      name: `API ${operation.name}`,
      ask: (given: Readonly<Record<string, unknown>>) => {
        const params = operation.params === null ? {} : inputOf(operation.params, given);
        const texts = Object.entries(params).map(([key, value]) => [key, String(value)]);
        const asked = operation.query === null ? '' : query(inputOf(operation.query, given));
        return handle(request(asked), Object.fromEntries(texts) as Record<string, string>);
      },
    })),
  ...apiRoutes
    // a file is no tool
    .filter(({ operation: { effect, name } }) => effect === 'read' && name !== exportDeadLetters.name)
    .map(({ operation: { name, params, query: asked } }) => ({
      name: `MCP ${name}`,
      ask: (given: Readonly<Record<string, unknown>>) => {
        const inPath = params === null ? {} : inputOf(params, given);
        const inQuery = asked === null ? {} : inputOf(asked, given);
        return callTool(request(''), findTool(name), { ...inQuery, ...inPath });
      },
    })),
  ...Object.entries(files).flatMap(([name, get]) =>
    ['csv', 'json', ...(name.includes('dead-letters') ? ['xlsx'] : [])].map((format) => ({
      name: `file ${name} as ${format}`,
      ask: ({ id, at, group, redriveId }: Readonly<Record<string, unknown>>) => {
        if (name.includes('dead-letters')) return get(request(query({ group, format })));
        if (name.includes('message-body')) return get(request(query({ id, at })));
        if (name.includes('stays')) return get(request(query({ group, all: '1' })));
        return get(request(query({ id: redriveId })));
      },
    })),
  ),
];

/** A text of an answer, unpacked, and what stands in it as base64. */
async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = isZip(bytes) ? [...unzipped(bytes).values()].join('\n') : bytes.toString('utf8');
  const packed = text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? [];
  return [text, ...packed.map((part) => Buffer.from(part, 'base64').toString('latin1'))].join('\n');
}

/** At once: many reads wait for the readings of the second before. */
const AT_ONCE = 12;

async function holding(): Promise<string[]> {
  const found = new Set<string>();
  const queue = exits.flatMap(({ name, ask }) => sets.map((given) => ({ name, ask, given })));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      if ((await textOf(await next.ask(next.given))).includes(SECRET)) found.add(next.name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...found].toSorted();
}

/**
 * The registry of exits: what shows bodies or properties of messages when nothing is hidden. A new one fails the first
 * test below until it stands here, and the others until it asks `shownBody` or `shownProperties`.
 */
const EXITS = [
  'API exportDeadLetters',
  'API getMessage',
  'MCP getMessage',
  'file console/dead-letters/export as csv',
  'file console/dead-letters/export as json',
  'file console/dead-letters/export as xlsx',
  'file console/message-body/download as csv',
  'file console/message-body/download as json',
  'read cause',
  'read message',
  'read messageBody',
  'read redriveEditable',
  'read transactions',
];

describe('every answer to a page, a program or a file', { timeout: 120_000 }, () => {
  test('without a rule the administrator gets the values from these exits, and from no other', async () => {
    await setRules();
    expect(await holding()).toEqual(EXITS);
  });

  test('with a rule about everything no answer has a value', async () => {
    await setRules(HIDE);
    expect(await holding()).toEqual([]);
  });

  test('a body that is hidden as a whole is nowhere either', { tags: ['long'] }, async () => {
    await setRules({ ...HIDE, wholeBody: true, paths: [], properties: ['*'] });
    expect(await holding()).toEqual([]);
  });
});

test('each file that is downloaded has its entry here', () => {
  const app = fileURLToPath(new URL('../../../app/api/', import.meta.url));
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('route.ts'));
  const own = routes.filter((path) => !/answerRead|answerApi/.test(readFileSync(`${app}${path}`, 'utf8')));
  expect(own.map((path) => path.replace(/\/route\.ts$/, '')).toSorted()).toEqual(
    [...Object.keys(files), ...WITHOUT_BODIES].toSorted(),
  );
});
