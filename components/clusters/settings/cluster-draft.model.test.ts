import { expect, test } from 'vitest';
import { PLAIN_CLUSTER } from '@/lib/model/cluster/cluster';
import { draftOfCluster, inputOfCluster } from './cluster-draft.model';

const VIEW = {
  clusterId: 1,
  name: 'eu-prod',
  environment: 'staging',
  nameServers: ['10.0.0.5:9876', '10.0.0.6:9876'],
  addressMap: { '172.17.0.2:10911': '10.0.0.5:10911' },
  accessKey: 'admin',
  usesTls: true,
  caCertificate: 'pem',
  tlsServerName: 'brokers.internal',
  traceTopic: 'TRACES',
  allowsChanges: true,
  version: 3,
  updatedBy: 'admin@example.com',
  updatedAt: '2026-01-01T00:00:00.000Z',
  metricsAddresses: { 'broker-a': 'http://10.0.0.5:5557/metrics' },
  hasSecret: true,
  secretReadable: true,
} as const;

test('what is saved without a change is what was there, and no secret key is sent', () => {
  const { name, environment, nameServers, addressMap, metricsAddresses, accessKey } = VIEW;
  const { usesTls, caCertificate, tlsServerName, traceTopic } = VIEW;
  expect(inputOfCluster(draftOfCluster(VIEW))).toEqual({
    ...{ name, environment, nameServers, addressMap, metricsAddresses, accessKey, usesTls, caCertificate, traceTopic },
    ...{ tlsServerName, allowsChanges: true },
  });
});

test('a new cluster is read-only, and blank fields are none', () => {
  expect(inputOfCluster(draftOfCluster(null))).toEqual({
    ...{ ...PLAIN_CLUSTER, name: '', environment: 'production', nameServers: [] },
  });
});

test.each(['a:1 b:2', 'a:1=b:2', 'a:1 => b:2', 'a:1 -> b:2', ' a:1   b:2 \n\n'])(
  '%j is one pair of addresses',
  (text) => {
    expect(inputOfCluster({ ...draftOfCluster(null), addressMap: text }).addressMap).toEqual({ 'a:1': 'b:2' });
  },
);

test('without TLS a certificate that was pasted, and its name, are not sent', () => {
  const without = inputOfCluster({ ...draftOfCluster(VIEW), usesTls: false });
  expect([without.caCertificate, without.tlsServerName]).toEqual([null, null]);
});

test('half a pair reaches the server, which says what is missing', () => {
  expect(inputOfCluster({ ...draftOfCluster(null), addressMap: 'a:1' }).addressMap).toEqual({ 'a:1': '' });
});
