import { beforeEach, expect, test } from 'vitest';

import { speechIn } from '../../../language/catalogues';
import { inSpeech } from '../../../model/language/speech';
import { english, tell } from '../../../model/language/t';
import type { FakeCluster } from '../../../testing/cluster/fake-cluster';
import { startBilling } from '../../../testing/cluster/open-fake';
import type { RocketmqContext } from '../context';
import { explainAccess, listAccess } from './access';

const SECRET = 'shop-secret-1';
let fake: FakeCluster;
let ctx: RocketmqContext;
beforeEach(async () => {
  const billing = await startBilling();
  fake = billing.fake;
  ctx = { engine: { cluster: billing.cluster } } as RocketmqContext;
  for (const broker of fake.brokers.values())
    Object.assign(broker.config, { authenticationEnabled: 'true', authorizationEnabled: 'true' });
  return billing.close;
});

const forget = () => ctx.engine.cluster.shared.forget('access');

/** What a broker answers to the two lists. */
function keeps(name: string, entries: readonly object[], users: readonly object[] = [userOf('shop')]): void {
  const acl = [{ subject: 'User:shop', policies: [{ policyType: 'Custom', entries }] }];
  fake.broker(name).peer.behave = ({ code }) =>
    code === 3005 ? { body: JSON.stringify(users) } : code === 3010 ? { body: JSON.stringify(acl) } : null;
}
const userOf = (username: string) => ({ username, password: SECRET, userType: 'Normal', userStatus: 'enable' });
const entry = (resource: string, decision = 'Allow') => ({ resource, actions: ['Pub', 'Sub'], decision });
const asked = { user: 'shop', topic: 'orders', group: null, address: '10.0.0.9' };

test('users and rules of all brokers, those alike as one row; no password comes out', async () => {
  keeps('broker-a', [entry('Topic:orders')]);
  keeps('broker-b', [entry('Topic:orders', 'Deny')], [userOf('shop'), { username: 'root', userType: 'Super' }]);
  const { users, rules, brokers } = await listAccess(ctx);
  expect(users).toMatchObject([
    { name: 'root', isSuper: true, isEnabled: true, on: ['broker-b'] },
    { name: 'shop', isSuper: false, isEnabled: true, on: ['broker-a', 'broker-b'] },
  ]);
  expect(rules).toMatchObject([
    { user: 'shop', resource: 'Topic:orders', isDeny: false, on: ['broker-a'] },
    { user: 'shop', resource: 'Topic:orders', isDeny: true, on: ['broker-b'] },
  ]);
  expect(JSON.stringify({ users, rules })).not.toMatch(/shop-secret|"mark"/);
  // It answers neither list.
  const [, , silent] = brokers;
  expect(silent).toMatchObject({ broker: 'broker-c', checksUsers: true });
  expect(english(silent?.problem ?? '')).toBe('it does not have ACL 2');
  expect(inSpeech(speechIn('zh-CN'), () => tell(silent?.problem ?? ''))).toBe('不支持 ACL 2');
});

test('each broker decides for itself; a silent one is unknown, and one that checks nothing lets all pass', async () => {
  keeps('broker-a', [entry('Topic:ord*')]);
  keeps('broker-b', [entry('Topic:orders', 'Deny'), entry('Topic:*')]);
  const { brokers } = await explainAccess(ctx, asked);
  expect(brokers).toMatchObject([
    { broker: 'broker-a', isAllowed: true, verdicts: [{ why: 'rule', rule: { resource: 'Topic:ord*' } }] },
    { broker: 'broker-b', isAllowed: false, verdicts: [{ why: 'rule', rule: { isDeny: true } }] },
    { broker: 'broker-c', isAllowed: null, problem: { message: 'it does not have ACL 2' }, verdicts: [] },
  ]);
  fake.broker('broker-c').config['authenticationEnabled'] = 'false';
  fake.broker('broker-b').config['authorizationEnabled'] = 'false';
  forget();
  const later = (await explainAccess(ctx, asked)).brokers;
  expect(later.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true]);
  // Without rules, a user still has to be there.
  forget();
  const stranger = (await explainAccess(ctx, { ...asked, user: 'stranger' })).brokers;
  expect(stranger[1]).toMatchObject({ isAllowed: false, verdicts: [{ why: 'no-user' }] });
});
