import { describe, expect, test } from 'vitest';

import {
  type AccessNeed,
  type AccessRule,
  allows,
  checkAccessRules,
  describeAccessNeed,
  firstDenied,
  MAX_ACCESS_RULES,
} from './access-rule';

const topic = (pattern: string, ...actions: ('publish' | 'subscribe')[]): AccessRule => ({
  resource: 'topic',
  pattern,
  actions,
});
const group = (pattern: string): AccessRule => ({ resource: 'group', pattern, actions: ['consume'] });
const everything: AccessRule = { resource: 'everything' };
const publish = (name: string): AccessNeed => ({ resource: 'topic', name, actions: ['publish'] });
const subscribe = (name: string): AccessNeed => ({ resource: 'topic', name, actions: ['subscribe'] });
const route = (name: string): AccessNeed => ({ resource: 'topic', name, actions: ['publish', 'subscribe'] });
const consume = (name: string): AccessNeed => ({ resource: 'group', name, actions: ['consume'] });

test.each<[string, AccessRule[], AccessNeed, boolean]>([
  ['no rule', [], publish('orders'), false],
  ['the exact name', [topic('orders', 'publish')], publish('orders'), true],
  ['another action', [topic('orders', 'publish')], subscribe('orders'), false],
  ['one of two actions', [topic('orders', 'publish', 'subscribe')], subscribe('orders'), true],
  ['either action is enough for a route', [topic('orders', 'subscribe')], route('orders'), true],
  ['a longer name', [topic('orders', 'publish')], publish('orders-dead'), false],
  ['a shorter name', [topic('orders', 'publish')], publish('order'), false],
  ['another case', [topic('orders', 'publish')], publish('Orders'), false],
  ['a prefix', [topic('orders*', 'publish')], publish('orders-dead'), true],
  ['a prefix matches the bare name too', [topic('orders*', 'publish')], publish('orders'), true],
  ['a prefix with its dash does not', [topic('orders-*', 'publish')], publish('orders'), false],
  ['a prefix of another name', [topic('orders-*', 'publish')], publish('orders2-x'), false],
  ['* is every name', [topic('*', 'publish')], publish('anything'), true],
  ['* of topics is no group', [topic('*', 'publish', 'subscribe')], consume('anything'), false],
  ['* of groups is no topic', [group('*')], publish('anything'), false],
  ['the star is no letter', [topic('orders*', 'publish')], publish('order'), false],
  ['a name that looks like the pattern', [topic('orders', 'publish')], publish('orders*'), false],
  ['dots and the like mean themselves', [topic('a.c', 'publish')], publish('abc'), false],
  ['an empty name', [topic('orders', 'publish')], publish(''), false],
  ['rules add up', [topic('a', 'publish'), topic('b', 'subscribe')], subscribe('b'), true],
  ['but do not mix', [topic('a', 'publish'), topic('b', 'subscribe')], subscribe('a'), false],
  ['everything, topics', [everything], publish('orders'), true],
  ['everything, groups', [everything], consume('orders-billing'), true],
])('%s', (_, rules, need, allowed) => {
  expect(allows(rules, need)).toBe(allowed);
});

test('the first need that is not met is named in words', () => {
  const denied = firstDenied([topic('orders', 'subscribe')], [subscribe('orders'), consume('billing')]);
  expect(denied && describeAccessNeed(denied)).toBe('consume on group billing');
  expect(describeAccessNeed(route('orders'))).toBe('publish or subscribe on topic orders');
  expect(describeAccessNeed(publish('x'.repeat(5000)))).toHaveLength('publish on topic '.length + 128);
  expect(firstDenied([everything], [subscribe('orders'), consume('billing')])).toBeNull();
});

describe('a rule is refused with field and limit', () => {
  test.each<[AccessRule, string]>([
    [topic('', 'publish'), 'rules.0.pattern'],
    [topic('a*b', 'publish'), 'rules.0.pattern'],
    [topic('**', 'publish'), 'rules.0.pattern'],
    [topic('orders ', 'publish'), 'rules.0.pattern'],
    [topic('x'.repeat(128), 'publish'), 'rules.0.pattern'],
    [group('x'.repeat(121)), 'rules.0.pattern'],
    [topic('orders'), 'rules.0.actions'],
    [{ resource: 'topic', pattern: 'orders', actions: ['consume' as 'publish'] }, 'rules.0.actions'],
  ])('%o', (rule, field) => {
    expect(() => checkAccessRules([rule])).toThrow(expect.objectContaining({ code: 'bad-request', field }));
  });

  test('and too many of them', () => {
    const many = Array.from({ length: MAX_ACCESS_RULES + 1 }, () => everything);
    expect(() => checkAccessRules(many)).toThrow(expect.objectContaining({ field: 'rules', limit: MAX_ACCESS_RULES }));
    expect(() => checkAccessRules([topic('*', 'publish'), group('%DLQ%*'), everything])).not.toThrow();
  });
});
