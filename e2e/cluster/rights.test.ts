// @module-tag long
import { expect, test } from 'vitest';

import { plain } from '../../lib/model/plain';
import { deleteRule, updateUser } from '../../lib/cluster/admin/access-write';
import { pull } from '../../lib/cluster/admin/pull';
import { sendMessage } from '../../lib/cluster/admin/send-message';
import { topicConfigs } from '../../lib/cluster/admin/topic-configs';
import { changeAccess } from '../../lib/cluster/read/change-access';
import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { Exposition } from '../../lib/cluster/read/exposition';
import { readAccess } from '../../lib/cluster/read/read-access';
import { testConnection } from '../../lib/cluster/read/test-connection';
import type { Cluster, ClusterCredentials } from '../../lib/cluster/cluster';
import { isBrokerError } from '../../lib/model/errors';
import type { AccessChange } from '../../lib/model/cluster/access-change';
import { decideAccess, requestsOf } from '../../lib/model/cluster/access-rule';
import { createCertificate } from '../../lib/gateway/certificate';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { ADMIN, CHECKED, PROXY, READER } from './support/access-config';
import { describeReal } from './support/describe-real';

/** Whether a broker lets this user send, or consume with a group; what else it has to say is no refusal. */
async function isLet(cluster: Cluster, topic: string, group: string | null): Promise<boolean> {
  const message = {
    topic,
    queueNo: 0,
    flag: 0,
    sysFlag: 0,
    bornMs: Date.now(),
    properties: {},
    body: Buffer.from('x'),
  };
  const asked = { topic, queueNo: 0, offset: 0, most: 1 };
  const consume = { ...pull, ask: () => ({ fields: { ...pull.ask(asked).fields, consumerGroup: group ?? '' } }) };
  try {
    await (group === null ? cluster.ask('broker-a', sendMessage, message) : cluster.ask('broker-a', consume, asked));
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return !/has no permission|is disabled/.test(error.message);
  }
  return true;
}

for (const version of VERSIONS) {
  const config = { ...CHECKED, metricsExporterType: 'PROM' };
  const suite = { version, isTaken: TAKES_LONG, config, proxy: PROXY, isEncrypted: true };
  describeReal('credentials and TLS', suite, (scene) => {
    const report = async (credentials: ClusterCredentials | null) => {
      const cluster = scene.real.open();
      try {
        return await testConnection({ ...cluster.options, credentials });
      } finally {
        cluster.close();
      }
    };

    test('where TLS is enforced: without it, and with another CA, the report says why not', async () => {
      const other = (await createCertificate()).certPem;
      for (const [tls, reason] of [
        [null, /closed the connection/],
        [{ ca: other }, /TLS: self-signed certificate/],
        [{ ca: null }, /TLS: self-signed certificate/],
      ] as const) {
        const cluster = scene.real.open({ credentials: ADMIN, tls });
        const { isUsable, nameServers } = plain(await testConnection(cluster.options));
        expect(isUsable).toBe(false);
        expect(nameServers).toMatchObject([{ problem: expect.stringMatching(reason) }]);
        cluster.close();
      }
    });

    test('a super user has every right, and its changes arrive on both brokers', async () => {
      const found = await report(ADMIN);
      expect(found.isUsable).toBe(true);
      expect(found.brokers).toHaveLength(2);
      for (const { problem, rights } of found.brokers) {
        expect(problem).toBeNull();
        expect(rights.map(({ state }) => state)).toEqual(rights.map(() => 'granted'));
      }
      // What the broker's configuration says of its own credentials is not in the report.
      expect(JSON.stringify(found)).not.toContain(ADMIN.secretKey);
      const cluster = scene.real.open({ credentials: ADMIN });
      const { brokers } = await createTopic(cluster, { topic: 'orders', queues: 1, messageType: 'NORMAL' });
      expect(brokers.map(({ problem }) => problem)).toEqual([null, null]);
      expect((await createGroup(cluster, { group: 'billing', settings: {} })).reached).toBe('all');
      cluster.close();
    });

    test.each([
      ['no credentials', null, /username cannot be null/],
      ['a wrong secret', { ...ADMIN, secretKey: 'not-the-secret' }, /check signature failed/],
      ['an unknown user', { accessKey: 'nobody', secretKey: 'nothing-at-all' }, /nobody|user/i],
    ] as const)('%s: every right is denied, in the words of the broker', async (_name, credentials, reason) => {
      const found = plain(await report(credentials));
      expect(found.isUsable).toBe(false);
      for (const { problem, rights } of found.brokers) {
        expect(problem).toMatch(reason);
        for (const right of rights)
          expect(right).toMatchObject({ state: 'denied', reason: expect.stringMatching(reason) });
      }
    });

    test('a broker counts what it refuses to a user without the right, and to one that does not sign', async () => {
      const counts = async (): Promise<number> => {
        const text = new Exposition();
        for (const line of (await (await fetch(scene.real.metrics['broker-b'])).text()).split('\n')) text.add(line);
        return Object.values(text.answersOf('broker-b')?.denied ?? {}).reduce((sum, count) => sum + count, 0);
      };
      const before = await counts();
      for (const credentials of [null, { ...ADMIN, secretKey: 'wrong' }]) {
        const cluster = scene.real.open({ credentials });
        await expect(cluster.ask('broker-b', topicConfigs, undefined)).rejects.toThrow(/it denies/);
        cluster.close();
      }
      await expect.poll(counts, { timeout: 60_000, interval: 1_000 }).toBe(before + 2);
    });

    test('a user with too few rights: what it lacks is named, one by one', async () => {
      const rights = { resources: ['Topic:orders', 'Group:billing'], actions: ['Pub', 'Sub'] };
      await scene.real.command({ user: READER.accessKey, password: READER.secretKey, ...ADMIN, ...rights });
      const lacking = { 'read-offsets': 'denied', 'read-system-topics': 'denied' };
      const given = ['read-broker', 'read-configuration', 'read-topics', 'read-groups'];
      const all = { ...Object.fromEntries(given.map((right) => [right, 'granted'])), ...lacking };
      const found = await report(READER);
      expect(found.brokers.map(({ problem }) => problem)).toEqual([null, null]);
      for (const { rights: own } of found.brokers)
        expect(Object.fromEntries(own.map(({ right, state }) => [right, state]))).toEqual(all);
      const cluster = scene.real.open({ credentials: READER });
      // Whether it may change anything is seen when it does.
      const { reached, brokers } = plain(
        await createTopic(cluster, { topic: 'mails', queues: 1, messageType: 'NORMAL' }),
      );
      expect(reached).toBe('none');
      expect(brokers[0]?.problem).toMatch(/denies UPDATE_AND_CREATE_TOPIC: User:reader has no permission/);
      cluster.close();
    });

    test('what a user may do is decided from the rules of the broker, as the broker decides it', async () => {
      const shop = { accessKey: 'shop', secretKey: 'shop-secret-1' };
      const rules = { resources: ['Topic:ord*', 'Group:bill*'], denied: ['Topic:orders-x'], elsewhere: ['Topic:far'] };
      const user = { user: shop.accessKey, password: shop.secretKey, ...ADMIN, ...rules, actions: ['Pub', 'Sub'] };
      await scene.real.command(user);
      const [admin, own] = [scene.real.open({ credentials: ADMIN }), scene.real.open({ credentials: shop })];
      const { parts } = await readAccess(admin);
      expect(parts.map(({ value }) => [value.checksUsers, value.checksRules, value.problem])).toEqual(
        parts.map(() => [true, true, null]),
      );
      const [at] = parts.map(({ value }) => value);
      expect(at?.users).toContainEqual(expect.objectContaining({ name: 'admin', isSuper: true, isEnabled: true }));
      expect(JSON.stringify(parts)).not.toContain(shop.secretKey);
      const known = at?.users.find(({ name }) => name === 'shop') ?? null;
      for (const [topic, group, is] of [
        ['orders', null, true],
        ['orders-x', null, false],
        ['far', null, false],
        ['mails', null, false],
        ['orders', 'billing', true],
        ['orders', 'other', false],
        ['orders-x', 'billing', false],
      ] as const) {
        const verdicts = requestsOf({ topic, group }).map((request) =>
          decideAccess(known, at?.rules ?? [], request, '127.0.0.1'),
        );
        expect([topic, group, verdicts.every(({ isAllowed }) => isAllowed)]).toEqual([topic, group, is]);
        expect([topic, group, await isLet(own, topic, group)]).toEqual([topic, group, is]);
      }
      admin.close();
      own.close();
    });

    test('a user and its rules are made, changed, repaired and deleted; clients feel each at once', async () => {
      const mail = { accessKey: 'mailer', secretKey: 'mailer-secret-1' };
      const [admin, own] = [scene.real.open({ credentials: ADMIN }), scene.real.open({ credentials: mail })];
      await createTopic(admin, { topic: 'letters', queues: 1, messageType: 'NORMAL' });
      const nothing = () => Promise.resolve();
      const change = async (asked: AccessChange, password: string | null = null, user = mail.accessKey) => {
        const input = { user, change: asked, password, seen: null, isDryRun: false };
        const { reached, brokers } = await changeAccess(admin, input, nothing);
        expect([brokers.map(({ problem }) => problem), reached]).toEqual([[null, null], 'all']);
        expect(JSON.stringify(brokers)).not.toContain(mail.secretKey);
      };
      const at = async () => {
        admin.shared.forget('access');
        return (await readAccess(admin)).parts.map(({ value: { users, rules } }) => [
          users.find(({ name }) => name === mail.accessKey),
          rules.filter(({ user }) => user === mail.accessKey),
        ]);
      };
      const mayPub = () => isLet(own, 'letters', null);
      const rule = { policy: 'custom', resource: 'Topic:letters', sourceIps: [], isDeny: false } as const;
      const plain = { kind: 'put-user', isSuper: false, isEnabled: true, setsPassword: false } as const;
      await change({ ...plain, setsPassword: true }, mail.secretKey);
      expect(await mayPub()).toBe(false);
      await change({ kind: 'put-rule', ...rule, actions: ['Pub'] });
      expect(await mayPub()).toBe(true);
      await change({ kind: 'put-rule', ...rule, actions: ['Pub', 'Sub'], sourceIps: ['10.9.0.0/16'] });
      expect(await mayPub()).toBe(false);
      await change({ kind: 'put-rule', ...rule, policy: 'default', resource: '*', actions: ['All'] });
      expect(await mayPub()).toBe(true);
      await change({ kind: 'put-rule', ...rule, actions: ['Pub'], isDeny: true });
      expect(await mayPub()).toBe(false);
      await change({ kind: 'delete-rule', policy: 'custom', resource: 'Topic:letters' });
      expect(await mayPub()).toBe(true);
      await change({ ...plain, isEnabled: false });
      expect(await mayPub()).toBe(false);
      await change(plain);
      expect(await mayPub()).toBe(true);
      // A password, a rule and a user that one broker alone has.
      const user = { name: mail.accessKey, isSuper: false, isEnabled: true };
      await admin.ask('broker-b', updateUser, { user, password: 'other-secret-1' });
      await admin.ask('broker-b', deleteRule, { user: mail.accessKey, policy: 'default', resource: '*' });
      const [before, other] = await at();
      expect(before).not.toEqual(other);
      await change({ kind: 'make-equal', like: 'broker-a' });
      const [first, second] = await at();
      expect(first).toEqual(second);
      await change({ kind: 'delete-user' });
      expect(await at()).toEqual([
        [undefined, []],
        [undefined, []],
      ]);
      for (const asked of [{ kind: 'delete-user' }, { ...plain, isEnabled: true }] as const)
        await expect(
          changeAccess(
            admin,
            { user: ADMIN.accessKey, change: asked, password: null, seen: null, isDryRun: false },
            nothing,
          ),
        ).rejects.toThrow(/admin cannot be changed like this/);
      admin.close();
      own.close();
    });
  });
}
