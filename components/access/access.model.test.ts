import { expect, test } from 'vitest';

import type { AccessOfCluster } from '@/lib/console/operations/brokers/views';
import {
  accountsOf,
  addressesIn,
  brokerWords,
  changeBlock,
  differenceWords,
  kindWords,
  previewLines,
  ruleWords,
  verdictWords,
} from './access.model';

const both = ['broker-a', 'broker-b'];
const user = { name: 'shop', isSuper: false, isEnabled: true, version: 'v1', passwordsDiffer: false };
const shop = { ...user, isOwn: false, isInner: false, on: both };
const rule: AccessOfCluster['rules'][number] = {
  ...{ user: 'shop', resource: 'Topic:orders', actions: ['Pub'], sourceIps: [], isDeny: false },
  ...{ policy: 'custom', on: ['broker-a'] },
};
const broker = { broker: 'broker-a', checksUsers: true, checksRules: true, problem: null };
const found: AccessOfCluster = {
  ...{ asOf: '2026-11-29T12:00:00.000Z', silent: [], users: [shop], rules: [rule] },
  brokers: [broker, { ...broker, broker: 'broker-b' }],
};
const account = (of: AccessOfCluster) => {
  const [first] = accountsOf(of);
  if (first === undefined) throw new Error('no account');
  return first;
};

test('a user is one row, which says how brokers differ about it', () => {
  expect(account(found)).toMatchObject({ name: 'shop', rules: 1, version: 'v1', missingOn: [], differs: true });
  expect(differenceWords(account(found))).toBe('Differs between brokers');
  expect(differenceWords(account({ ...found, rules: [{ ...rule, on: both }] }))).toBeNull();
  const marked = { ...found, rules: [], users: [{ ...shop, passwordsDiffer: true }] };
  expect(differenceWords(account(marked))).toBe('Passwords differ between brokers');
  const missing = { ...found, rules: [], users: [{ ...shop, on: ['broker-b'] }] };
  expect(differenceWords(account(missing))).toBe('Missing on broker-a');
  expect(kindWords(account({ ...found, users: [] }))).toBe('No user, only rules');
  // A broker that does not report its users lacks none of them.
  const unknown = {
    ...missing,
    brokers: [
      { ...broker, problem: 'no ACL 2' },
      { ...broker, broker: 'broker-b' },
    ],
  };
  expect(differenceWords(account(unknown))).toBeNull();
});

test('the preview has a line for what each broker gets', () => {
  const put = { kind: 'put-rule', ...rule, actions: ['Pub', 'Sub'], sourceIps: ['10.0.0.0/8'] } as const;
  expect(previewLines(found, 'shop', put)).toEqual([
    'broker-a: rule for Topic:orders: allow Pub → allow Pub, Sub from 10.0.0.0/8',
    'broker-b: new rule for Topic:orders: allow Pub, Sub from 10.0.0.0/8',
  ]);
  expect(previewLines(found, 'shop', { kind: 'delete-rule', policy: 'custom', resource: 'Topic:orders' })).toEqual([
    ...['broker-a: rule for Topic:orders is deleted: allow Pub', 'broker-b: no change'],
  ]);
  expect(previewLines(found, 'shop', { kind: 'delete-user' })).toEqual([
    ...['broker-a: user shop and 1 rule are deleted', 'broker-b: user shop and 0 rules are deleted'],
  ]);
  const equal = previewLines({ ...found, users: [{ ...shop, passwordsDiffer: true }] }, 'shop', {
    ...{ kind: 'make-equal', like: 'broker-a' },
  });
  expect(equal).toEqual([
    ...['broker-a: no change', 'broker-b: user shop is changed'],
    'broker-b: new rule for Topic:orders: allow Pub',
  ]);
});

test('users are changed by who may, when all brokers respond and have ACL 2', () => {
  expect([changeBlock(found, null), changeBlock(found, 'read-only')]).toEqual([null, 'read-only']);
  const silent = [{ broker: 'broker-b', reason: 'no answer within 5 s' }];
  expect(changeBlock({ ...found, silent }, null)).toMatch(/^broker-b did not respond/);
  expect(changeBlock({ ...found, brokers: [{ ...broker, problem: 'no ACL 2' }] }, null)).toBe('broker-a: no ACL 2.');
  expect(brokerWords(broker)).toBeNull();
  expect(brokerWords({ ...broker, checksUsers: false })).toMatch(/accepts every client/);
  expect(brokerWords({ ...broker, checksRules: false })).toMatch(/no rules/);
});

test('verdicts and rules in words', () => {
  const asked = { resource: 'Topic:mails', actions: ['Pub'], isAllowed: false, rule: null };
  expect(verdictWords({ ...asked, why: 'no-rule' }, 'shop')).toBe('Pub on Topic:mails: refused, no rule matches');
  expect(verdictWords({ ...asked, why: 'no-user' }, 'shop')).toBe('The broker has no user shop.');
  const { on: _on, ...by } = { ...rule, actions: [...rule.actions], sourceIps: [...rule.sourceIps] };
  expect(verdictWords({ ...asked, why: 'rule', isAllowed: true, rule: by }, 'shop')).toBe(
    'Pub on Topic:mails: allowed by the rule for Topic:orders (allow Pub)',
  );
  expect(ruleWords({ isDeny: true, actions: ['All'], sourceIps: ['10.0.0.1'] })).toBe('deny All from 10.0.0.1');
  expect(addressesIn(' 10.0.0.0/8,\n192.168.0.1 ')).toEqual(['10.0.0.0/8', '192.168.0.1']);
});
