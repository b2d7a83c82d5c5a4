import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { BrokerError } from '../../model/errors';
import { VERSION } from '../../model/version';
import { openApiDocument } from './openapi';
import { parseInput } from '../http/parse-input';
import { MAX_BODY_BYTES, readBody } from '../http/read-body';
import { apiRoutes } from './routes';

vi.mock('server-only', () => ({}));

const ROOT = fileURLToPath(new URL('../../../app/api/v1/', import.meta.url));
/** The document itself, and the answer to every other address. */
const NOT_OPERATIONS = new Set(['get /openapi.json', 'any /{...path}']);

function operationsInFiles(): string[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .flatMap((file) => {
      const path = `/${file.replace(/\/?route\.ts$/, '')}`.replaceAll('[', '{').replaceAll(']', '}');
      if (path === '/{...path}') return [`any ${path}`];
      const text = readFileSync(`${ROOT}${file}`, 'utf8');
      return [...text.matchAll(/export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE)\b/g)].map(
        (match) => `${(match[1] ?? '').toLowerCase()} ${path}`,
      );
    });
}

describe('the document', () => {
  const document = openApiDocument(apiRoutes, '/api/v1') as {
    info: { version: string };
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    components: { schemas: Record<string, unknown> };
  };
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );

  test('lists every route file, and no other', () => {
    const files = operationsInFiles();
    expect(files.length).toBeGreaterThan(10);
    expect(documented.toSorted()).toEqual(files.filter((operation) => !NOT_OPERATIONS.has(operation)).toSorted());
  });

  test('each route file hands on the operation of its own address', () => {
    for (const { operation } of apiRoutes) {
      const file = `${ROOT}${operation.path.slice(1).replaceAll('{', '[').replaceAll('}', ']')}/route.ts`;
      expect(readFileSync(file, 'utf8')).toContain(
        `export const ${operation.method.toUpperCase()} = ${operation.name === 'listRedriveMessages' ? 'listRedriveItems' : operation.name}Route.handle;`,
      );
    }
  });

  test('names are unique, and every reference has its schema', () => {
    const names = apiRoutes.map(({ operation }) => operation.name);
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(references.length).toBeGreaterThan(5);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(references)]));
  });

  test('says the shapes of the contract', () => {
    const text = JSON.stringify(document);
    for (const field of [
      'messageIds',
      'ratePerSecond',
      'notYetFetched',
      'diedAgain',
      'consumptionTimeoutMs',
      'intervalsMs',
      'errorType',
      'nextCursor',
    ])
      expect({ field, named: text.includes(`"${field}"`) }).toEqual({ field, named: true });
    expect(text.length).toBeLessThan(120_000);
    expect(text).not.toContain('9007199254740991');
    expect(text).toContain('"openapi":"3.1.0"');
    expect(document.info.version).toBe(VERSION);
    expect(document.paths['/groups/{group}']?.['put']).toMatchObject({
      operationId: 'putGroup',
      parameters: [{ name: 'group', in: 'path', required: true }],
      requestBody: { required: true, content: { 'application/json': { schema: { additionalProperties: false } } } },
      'x-permission': 'group:write',
    });
    expect(document.paths['/dead-letters']?.['get']).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'cursor', in: 'query', required: false })]),
    });
  });
});

describe('refusals name field, limit and value', () => {
  const schema = z.strictObject({
    group: z.string().max(5),
    retry: z.strictObject({ type: z.enum(['a', 'b']), waits: z.array(z.number().min(100)) }).optional(),
  });
  test.each([
    [
      { group: 'x', colour: 'red' },
      { field: 'colour', value: 'red' },
    ],
    [{}, { field: 'group', message: 'group is missing.', limit: 'a value of type string', value: null }],
    [{ group: 7 }, { field: 'group', limit: 'a value of type string', value: 7 }],
    [{ group: 'abcdef' }, { field: 'group', limit: 5, value: 'abcdef' }],
    [
      { group: 'x', retry: { type: 'c', waits: [] } },
      { field: 'retry.type', limit: 'one of a, b', value: 'c' },
    ],
    [
      { group: 'x', retry: { type: 'a', waits: [100, 7] } },
      { field: 'retry.waits.1', limit: 100, value: 7 },
    ],
    [
      { group: 'x', retry: { type: 'a', waits: [], more: true } },
      { field: 'retry.more', value: 'true' },
    ],
    ['text', { field: 'body', limit: 'a value of type object', value: 'text' }],
  ])('%j', (given, expected) => {
    expect(() => parseInput(schema, given)).toThrow(BrokerError);
    try {
      parseInput(schema, given);
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-request', ...expected });
    }
  });
});

describe('bodies', () => {
  const post = (
    body: string | ReadableStream,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Request =>
    new Request('http://console.test/api/v1/x', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

  test('JSON is read', async () => expect(await readBody(post('{"a":[1]}'))).toEqual({ a: [1] }));

  test('anything else is refused', async () => {
    await expect(readBody(post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }))).rejects.toMatchObject({
      code: 'bad-request',
      field: 'content-type',
    });
    await expect(readBody(post('{'))).rejects.toMatchObject({ code: 'bad-request', field: 'body', value: '{' });
  });

  test('a long one is refused, announced or not', async () => {
    await expect(readBody(post('1'.repeat(MAX_BODY_BYTES + 1)))).rejects.toMatchObject({
      code: 'body-too-large',
      limit: MAX_BODY_BYTES,
    });
    let pulls = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulls += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    await expect(readBody(post(endless))).rejects.toMatchObject({ code: 'body-too-large' });
    expect(pulls).toBeLessThan(10);
  });

  test('where none is needed, none is fine', async () => {
    const request = new Request('http://console.test/api/v1/x', { method: 'POST' });
    expect(await readBody(request, true)).toEqual({});
    await expect(readBody(request)).rejects.toMatchObject({ field: 'content-type' });
  });
});
