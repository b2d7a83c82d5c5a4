import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachCluster, changeCluster, type ClusterInput, detachCluster, listClusters } from './attach';
import { ClusterDirectory } from './directory';
import { attachFromEnvironment } from './from-environment';
import { optionsOf } from './options';
import { clusterFind } from '../../../store/queries/cluster/cluster-row';

const SECRET = 'the-secret-key-of-the-cluster';
const actor: Actor = { kind: 'operator', name: 'admin@example.com', address: '10.0.0.1' };
const input: ClusterInput = {
  ...PLAIN_CLUSTER,
  name: 'eu-prod',
  environment: 'production',
  nameServers: ['127.0.0.1:9876', '[::1]:9876'],
  addressMap: { '172.17.0.2:10911': '127.0.0.1:10911' },
  accessKey: 'admin',
  secretKey: SECRET,
};
const { secretKey: _secret, ...kept } = input;

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());
beforeEach(() => broker.database.store.console.query('TRUNCATE cluster CASCADE'));

test('a secret key is sealed, opens for the cluster alone, and is in no answer, row or audit entry', async () => {
  const attached = await attachCluster(broker.ctx, input, actor);
  expect(attached).toMatchObject({ ...kept, version: 1, hasSecret: true, secretReadable: true });
  const { rows } = await broker.database.store.console.query<{ all: string }>(
    `SELECT (SELECT string_agg(c::text, '') FROM cluster c) || (SELECT string_agg(a::text, '') FROM audit a) AS all`,
  );
  for (const text of [JSON.stringify([attached, await listClusters(broker.ctx)]), rows[0]?.all])
    expect(text).not.toContain(SECRET);
  const row = await clusterFind(broker.database.store.prisma, 'eu-prod');
  if (row === null) throw new Error('it was not kept');
  expect(optionsOf(broker.ctx, row).credentials).toEqual({ accessKey: 'admin', secretKey: SECRET });
  expect(() => optionsOf(broker.ctx, { ...row, sealId: 'cluster:another' })).toThrow(/Enter it again/);
});

test('an edit keeps the secret key, needs it again for another access key, and names the version it saw', async () => {
  await attachCluster(broker.ctx, input, actor);
  const open = { ...kept, allowsChanges: true, version: 1 };
  expect(await changeCluster(broker.ctx, open, actor)).toMatchObject({
    version: 2,
    hasSecret: true,
    allowsChanges: true,
  });
  await expect(changeCluster(broker.ctx, open, actor)).rejects.toMatchObject({ code: 'conflict', field: 'version' });
  const other = { ...kept, accessKey: 'other', version: 2 };
  await expect(changeCluster(broker.ctx, other, actor)).rejects.toMatchObject({ field: 'secretKey' });
  const none = await changeCluster(broker.ctx, { ...kept, accessKey: null, version: 2 }, actor);
  expect(none).toMatchObject({ accessKey: null, hasSecret: false });
  const { rows } = await broker.database.store.console.query<{ action: string; target: string }>(
    `SELECT action, target FROM audit WHERE action LIKE 'cluster.%' AND after ->> 'allowsChanges' = 'true'`,
  );
  expect(rows).toEqual([{ action: 'cluster.update', target: 'eu-prod' }]);
});

test.each([
  [{ name: 'EU prod' }, 'name'],
  [{ name: '../x' }, 'name'],
  [{ nameServers: [] }, 'nameServers'],
  [{ nameServers: ['host'] }, 'nameServers'],
  [{ nameServers: ['host:70000'] }, 'nameServers'],
  [{ nameServers: ['ho st:9876'] }, 'nameServers'],
  [{ nameServers: ['169.254.169.254:80'] }, 'nameServers'],
  [{ nameServers: ['2852039166:80'] }, 'nameServers'],
  [{ nameServers: ['[fe80::1]:80'] }, 'nameServers'],
  [{ nameServers: ['[::ffff:169.254.169.254]:80'] }, 'nameServers'],
  [{ nameServers: ['metadata.google.internal:80'] }, 'nameServers'],
  [{ addressMap: { 'a:1': '169.254.169.254:80' } }, 'addressMap'],
  [{ addressMap: { 'a:1': 'b' } }, 'addressMap'],
  [{ accessKey: 'a\nb' }, 'accessKey'],
  [{ caCertificate: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----' }, 'caCertificate'],
  [{ usesTls: true, caCertificate: 'no certificate' }, 'caCertificate'],
  [{ usesTls: true, caCertificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 'caCertificate'],
  [{ tlsServerName: 'brokers.internal' }, 'tlsServerName'],
  [{ usesTls: true, tlsServerName: 'brokers.internal:9876' }, 'tlsServerName'],
  [{ usesTls: true, tlsServerName: '' }, 'tlsServerName'],
  [{ traceTopic: 'a b' }, 'traceTopic'],
  [{ secretKey: '' }, 'secretKey'],
  [{ accessKey: null }, 'accessKey'],
])('%j is refused at its field', async (wrong, field) => {
  await expect(attachCluster(broker.ctx, { ...input, ...wrong }, actor)).rejects.toMatchObject({
    code: 'bad-request',
    field,
  });
});

test('one name once; what is detached is gone, and asking for it says so', async () => {
  const attached = await attachCluster(broker.ctx, input, actor);
  await expect(attachCluster(broker.ctx, input, actor)).rejects.toMatchObject({ code: 'already-exists' });
  const clusters = new ClusterDirectory(broker.ctx);
  const open = await clusters.find('eu-prod');
  expect(open).toMatchObject({ name: 'eu-prod', allowsChanges: false });
  expect(await clusters.find('eu-prod')).toBe(open);
  const changed = await changeCluster(broker.ctx, { ...kept, allowsChanges: true, version: attached.version }, actor);
  expect(await clusters.find('eu-prod')).toMatchObject({ allowsChanges: true });
  await detachCluster(broker.ctx, { name: 'eu-prod', version: changed.version }, actor);
  await expect(clusters.find('eu-prod')).rejects.toMatchObject({ code: 'not-found', field: 'workspace' });
  clusters.close();
});

test('the environment attaches a cluster once, read-only, and does not undo what an administrator set', async () => {
  await attachFromEnvironment(broker.ctx, []);
  expect(await listClusters(broker.ctx)).toEqual([]);
  await Promise.all([1, 2].map(() => attachFromEnvironment(broker.ctx, ['10.0.0.5:9876'])));
  const [attached] = await listClusters(broker.ctx);
  expect(attached).toMatchObject({ name: 'rocketmq', nameServers: ['10.0.0.5:9876'], allowsChanges: false });
  const { clusterId: _id, version, ...fields } = attached ?? { version: 0, ...kept, clusterId: 0 };
  await changeCluster(broker.ctx, { ...fields, version, allowsChanges: true, nameServers: ['10.0.0.9:9876'] }, actor);
  await attachFromEnvironment(broker.ctx, ['10.0.0.5:9876']);
  expect(await listClusters(broker.ctx)).toMatchObject([{ nameServers: ['10.0.0.9:9876'], allowsChanges: true }]);
});
