// The calls of the HTTP API in the manual, as printed: curl's arguments are sent to the routes, and so are bodies.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTopic } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import { blocksOf, placeOf } from '../../testing/docs/blocks';
import { answerApi } from './answer-api';

const TOKEN = 'admin-token-of-the-environment';
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await createTopic(api.broker.ctx, { name: 'orders', messageType: 'NORMAL', actor: systemActor('test') });
});
afterAll(() => api.close());

/** A request as curl would send it, with the token in place of its variable. */
function requestOf(command: string): Request {
  const words = (command.replaceAll('\\\n', ' ').match(WORD) ?? []).map((word) =>
    word.replaceAll(/^["']|["']$/g, '').replace('$REDRIVE_API_TOKEN', TOKEN),
  );
  const valueOf = (option: string): string[] =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ''] : []));
  const url = words.find((word) => word.startsWith('localhost:3000/')) ?? '';
  const headers = valueOf('-H').map((header): [string, string] => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  return new Request(`http://${url}`, { method: valueOf('-X')[0] ?? 'GET', headers, body: valueOf('-d')[0] ?? null });
}

const calls = blocksOf('sh').filter(({ text }) => text.startsWith('curl '));

test.each(calls.map((block) => [placeOf(block), block] as const))('%s is accepted', async (_, { text }) => {
  const request = requestOf(text);
  const path = new URL(request.url).pathname.replace('/api/v1/', '').split('/');
  const response = await answerApi(request, path);
  expect([response.status, await response.json()]).toEqual([expect.toBeOneOf([200, 201]), expect.any(Object)]);
});

const reports = blocksOf('http').filter(({ file }) => !file.endsWith('operations.md'));
const redrives = blocksOf('json').filter(({ file }) => file.startsWith('docs/concepts/re-drive'));

test.each([
  ...reports.map(
    (block) => [placeOf(block), /^POST (\/\S+)/.exec(block.text)?.[1] ?? '', block.text.split('\n\n')[1]] as const,
  ),
  ...redrives.map((block) => [placeOf(block), '/api/v1/redrives', block.text] as const),
])('%s is a body that is understood: what it names is not there', async (_, path, body = '') => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const request = new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body });
  const response = await answerApi(request, path.replace('/api/v1/', '').split('/'));
  expect([response.status, await response.json()]).toEqual([expect.toBeOneOf([200, 201, 404]), expect.any(Object)]);
});
