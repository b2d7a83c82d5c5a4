import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { BrokerError } from '../../model/errors';
import { answerApi } from './answer-api';
import { VERSION } from '../../model/version';
import { openApiDocument } from './openapi';
import { parseInput } from '../http/parse-input';
import { REQUEST_LIMITS } from '../../model/request-limits';
import { readBody } from '../http/read-body';
import { apiRoutes } from './routes';

describe('the document', () => {
  const document = openApiDocument(apiRoutes, '/api/v1') as {
    info: { version: string };
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    components: { schemas: Record<string, unknown> };
  };
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
    // It grows with the operations, not with shapes that each writes out again.
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(operations.length).toBeGreaterThanOrEqual(apiRoutes.length);
    expect(text.length / operations.length).toBeLessThan(2_750);
    expect(text).not.toContain('9007199254740991');
    expect(text).toContain('"openapi":"3.1.0"');
    expect(document.info.version).toBe(VERSION);
    expect(document.paths['/groups/{group}']?.['put']).toMatchObject({
      operationId: 'putGroup',
      parameters: [{ name: 'group', in: 'path', required: true }],
      requestBody: { required: true, content: { 'application/json': { schema: { additionalProperties: false } } } },
      'x-permission': 'group:write',
      'x-effect': 'change',
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
    await expect(readBody(post('1'.repeat(REQUEST_LIMITS.bytes + 1)))).rejects.toMatchObject({
      code: 'body-too-large',
      limit: REQUEST_LIMITS.bytes,
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
    expect(await readBody(request, { optional: true })).toEqual({});
    await expect(readBody(request)).rejects.toMatchObject({ field: 'content-type' });
  });
});

describe('addresses', () => {
  const ask = (method: string, path: string): Promise<Response> =>
    answerApi(new Request(`http://console.test/api/v1${path}`, { method }), path.slice(1).split('/'));

  test.each(apiRoutes.map(({ operation }) => [operation.method, operation.path] as const))(
    '%s %s answers with its own operation, and with the values of its path',
    async (method, path) => {
      const route = apiRoutes.find(({ operation }) => operation.method === method && operation.path === path);
      if (route === undefined) throw new Error('not in the list');
      const handle = vi.spyOn(route, 'handle').mockResolvedValue(new Response('its own'));
      const answer = await ask(method.toUpperCase(), path.replaceAll('{', 'a-').replaceAll('}', ''));
      expect(await answer.text()).toBe('its own');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
      expect(handle.mock.lastCall?.[1]).toEqual(Object.fromEntries(names.map((name) => [name, `a-${name}`])));
      handle.mockRestore();
    },
  );

  test('one operation per method and path', () => {
    const keys = apiRoutes.map(({ operation }) => `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('a word of the path comes before a parameter', async () => {
    const answer = await ask('DELETE', '/alarm-rules/preview');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  test('another method: 405 and which are allowed; HEAD is GET without its body', async () => {
    const patch = await ask('PATCH', '/groups/x');
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS, PUT']);
    const options = await ask('OPTIONS', '/limits');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PUT']);
    const list = apiRoutes.find(({ operation }) => operation.name === 'listGroups');
    if (list === undefined) throw new Error('not in the list');
    const handle = vi.spyOn(list, 'handle').mockResolvedValue(new Response('its own'));
    expect(await (await ask('HEAD', '/groups')).text()).toBe('its own');
    handle.mockRestore();
  });

  test.each(['/nowhere', '/groups/x/y/z', '/constructor', '/groups/x/backlog/more'])(
    '%s: 404 that names the document',
    async (path) => {
      const answer = await ask('GET', path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({
        error: { code: 'not-found', field: 'path', message: expect.stringContaining('/api/v1/openapi.json') },
      });
    },
  );
});
