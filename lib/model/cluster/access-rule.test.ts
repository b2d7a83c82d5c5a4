import { expect, test } from 'vitest';

import { type AccessRule, type AccessUser, decideAccess, isWithin, requestsOf } from './access-rule';

const USER: AccessUser = { name: 'shop', isSuper: false, isEnabled: true };
const rule = (resource: string, more: Partial<AccessRule> = {}): AccessRule => ({
  ...{ user: 'shop', policy: 'custom', resource, actions: ['Pub'], sourceIps: [], isDeny: false, ...more },
});
const send = (rules: readonly AccessRule[], of: { readonly user?: AccessUser | null } = {}) => {
  const { user = USER } = of;
  const [request] = requestsOf({ topic: 'orders', group: null });
  if (request === undefined) throw new Error('sending needs a right');
  const { isAllowed, why, rule: by } = decideAccess(user, rules, request, '10.1.0.7');
  return `${isAllowed ? 'yes' : 'no'}: ${why} ${by?.resource ?? ''}`.trim();
};

test('who the user is comes before any rule', () => {
  const all = [rule('*', { actions: ['All'] })];
  expect(send(all, { user: null })).toBe('no: no-user');
  expect(send(all, { user: { ...USER, isEnabled: false } })).toBe('no: disabled');
  expect(send([], { user: { ...USER, isSuper: true } })).toBe('yes: super');
  expect(send([])).toBe('no: no-rule');
});

test('a rule has to match resource, action, address and user', () => {
  expect(send([rule('Topic:orders')])).toBe('yes: rule Topic:orders');
  for (const other of [
    ...[rule('Topic:order'), rule('Group:orders'), rule('Topic:orders', { user: 'other' })],
    ...[rule('Topic:orders', { actions: ['Sub'] }), rule('Topic:orders', { sourceIps: ['10.2.0.0/16'] })],
  ])
    expect(send([other])).toBe('no: no-rule');
  expect(send([rule('Topic:orders', { sourceIps: ['10.2.0.0/16', '10.1.0.0/16'] })])).toBe('yes: rule Topic:orders');
});

test('the most specific rule decides, and default rules only where no custom rule matches', () => {
  const deny = { isDeny: true };
  expect(send([rule('Topic:*'), rule('Topic:orders', deny), rule('Topic:ord*')])).toBe('no: rule Topic:orders');
  expect(send([rule('Topic:o*', deny), rule('Topic:ord*'), rule('*', deny)])).toBe('yes: rule Topic:ord*');
  expect(send([rule('*', deny), rule('Topic:*')])).toBe('yes: rule Topic:*');
  const usual = rule('Topic:orders', { policy: 'default', ...deny });
  expect(send([usual, rule('*')])).toBe('yes: rule *');
  expect(send([usual])).toBe('no: rule Topic:orders');
});

test('to consume takes a right on the topic and one on the group', () => {
  expect(requestsOf({ topic: 'orders', group: 'billing' })).toEqual([
    { resource: 'Topic:orders', actions: ['Sub'] },
    { resource: 'Group:billing', actions: ['Sub'] },
  ]);
});

test.each([
  ['10.1.0.7', '10.1.0.7', true],
  ['10.1.0.7', '10.1.0.0/24', true],
  ['10.1.1.7', '10.1.0.0/24', false],
  ['fd00::7', 'fd00::/8', true],
  ['10.1.0.7', 'fd00::/8', false],
  ['10.1.0.7', 'here/8', false],
])('%s in %s: %s', (address, range, is) => {
  expect(isWithin(address, range)).toBe(is);
});
