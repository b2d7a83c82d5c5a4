import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPath } from '../../model/read-path';
import { answerRead } from './answer-read';
import { findRead, reads } from './registry';

test('every read is an operation, so that what is generated for operations covers it', () => {
  const registry = readFileSync(new URL('registry.ts', import.meta.url), 'utf8');
  expect(Object.keys(reads).length).toBeGreaterThan(20);
  expect(Object.keys(reads).filter((name) => !registry.includes(`  ${name}: read(`))).toEqual([]);
});

test('each is found at its address, and at no other', () => {
  expect(readPath('deadLetters')).toBe('/api/console/dead-letters');
  for (const [name, read] of Object.entries(reads)) expect(findRead(readPath(name))).toBe(read);
  for (const path of ['/api/console/deadLetters', '/api/console/groups/x', '/api/console/constructor'])
    expect(findRead(path)).toBeNull();
});

test('an address without a read is 404, in the form of every other error', async () => {
  const answer = await answerRead(new Request('http://console.test/api/console/nothing'));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'not-found', value: '/api/console/nothing' } });
});
