import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPath } from '../../model/read-path';
import { answerRead } from './answer-read';
import { findRead, reads } from './registry';

test('every read of this folder is in the registry, under its own name; the others are operations', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const found = new Map<string, unknown>();
  for (const file of readdirSync(folder).filter((each) => !each.includes('.test.') && each !== 'registry.ts')) {
    const exported = (await import(`${folder}${file}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value !== null && 'GET' in value) found.set(name.replace(/Read$/, ''), value);
  }
  expect(found.size).toBeGreaterThan(0);
  expect(reads).toMatchObject(Object.fromEntries(found));
  const registry = readFileSync(`${folder}registry.ts`, 'utf8');
  const others = Object.keys(reads).filter((name) => !found.has(name));
  expect(others.filter((name) => !registry.includes(`  ${name}: read(`))).toEqual([]);
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
