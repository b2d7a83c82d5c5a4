import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { anchorGiver } from './give-anchor';

const anchor = {
  chain: 'c',
  position: 7,
  hash: 'ab',
  checkedAt: '2026-01-01T00:00:00.000Z',
  signature: null,
  publicKey: null,
};
let answer: { readonly status: number; readonly location?: string };
const got: string[] = [];
const said: string[] = [];
const log = {
  ...{ debug: () => undefined, info: () => undefined, error: () => undefined },
  warn: (_fields: object, message: string) => void said.push(message),
};
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    got.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end();
  });
});
let url: string;

beforeEach(async () => {
  got.length = 0;
  said.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/anchors`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const give = (to = url) => anchorGiver({ logLevel: 'silent', auditAnchorUrl: to }, log)(anchor);

test('an anchor is posted as it is', async () => {
  answer = { status: 204 };
  expect(await give()).toBe(true);
  expect(got).toEqual([`POST /anchors ${JSON.stringify(anchor)}`]);
  expect(said).toEqual([]);
});

test('what is not taken is said, and goes nowhere else', async () => {
  for (const given of [{ status: 500 }, { status: 307, location: '/elsewhere' }]) {
    answer = given;
    expect(await give()).toBe(false);
  }
  expect(got.map((line) => line.split(' ')[1])).toEqual(['/anchors', '/anchors']);
  expect(await give('http://127.0.0.1:9/anchors')).toBe(false);
  expect(said.length).toBe(3);
});

test('without an address the log is enough', async () => {
  expect(await anchorGiver({ logLevel: 'silent', auditAnchorUrl: undefined }, log)(anchor)).toBe(true);
  expect(got).toEqual([]);
});
