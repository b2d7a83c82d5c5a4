import { expect, test } from 'vitest';
import type { AccessRule } from '@/lib/model/access/access-rule';
import { javaSnippet, nodeSnippet } from '@/lib/model/programs/access-key';
import { endOfDay, ruleKinds, ruleWords, toLine, toLineError, toRule } from './access-keys.model';
import { addressOf } from './address.model';

test('every kind of line becomes a rule and the same line again', () => {
  for (const [id, kind] of ruleKinds.entries()) {
    const line = { id, kind, pattern: kind === 'everything' ? '' : 'orders*' };
    expect(toLine(toRule(line), id)).toEqual(line);
  }
  const twice: AccessRule = { resource: 'topic', pattern: 'a', actions: ['subscribe', 'publish'] };
  expect(toLine(twice, 1)).toEqual({ id: 1, kind: 'publish-subscribe', pattern: 'a' });
  expect(toRule({ kind: 'publish', pattern: ' orders ' })).toMatchObject({ pattern: 'orders' });
});

test('rules in words', () => {
  const topic = (pattern: string, ...actions: ('publish' | 'subscribe')[]): AccessRule => ({
    ...{ resource: 'topic', pattern, actions },
  });
  const rules: AccessRule[] = [
    { resource: 'everything' },
    topic('orders*', 'publish', 'subscribe'),
    topic('*', 'publish'),
    topic('orders', 'subscribe'),
    { resource: 'group', pattern: 'b', actions: ['consume'] },
  ];
  expect(rules.map(ruleWords)).toEqual([
    ...['everything', 'publish and subscribe to orders*', 'publish to any topic', 'subscribe to orders'],
    'consume as b',
  ]);
});

test("the server's refusal names the line", () => {
  expect(toLineError('rules.2.pattern must be a topic name.')).toBe('Line 3 must be a topic name.');
  expect(toLineError('rules may have at most 100 entries.')).toBe('rules may have at most 100 entries.');
  expect(toLineError(null)).toBeNull();
});

test('a day ends with its last second, unless an exact time of that day was set', () => {
  expect(endOfDay('2026-12-31', null)).toBe('2026-12-31T23:59:59.000Z');
  expect(endOfDay('', '2026-12-31T10:00:00.000Z')).toBeNull();
  expect(endOfDay('2026-12-31', '2026-12-31T10:00:00.000Z')).toBe('2026-12-31T10:00:00.000Z');
  expect(endOfDay('2027-01-01', '2026-12-31T10:00:00.000Z')).toBe('2027-01-01T23:59:59.000Z');
});

test('the address clients connect to', () => {
  const gateway = { host: null, port: 8081, requiresKeys: true, loopback: false };
  expect(addressOf(gateway, 'mq.example')).toBe('mq.example:8081');
  expect(addressOf({ ...gateway, host: '10.0.0.4' }, 'mq.example')).toBe('10.0.0.4:8081');
  expect(addressOf({ ...gateway, host: '::1' }, 'mq.example')).toBe('[::1]:8081');
});

test('the snippets carry address, key and secret', () => {
  const input = { endpoints: 'mq:8081', accessKeyId: 'RDkey', secret: 'SECRET' };
  for (const text of [nodeSnippet(input), javaSnippet(input)])
    for (const part of Object.values(input)) expect(text).toContain(part);
});
