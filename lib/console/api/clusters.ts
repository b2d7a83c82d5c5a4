import 'server-only';
import { z } from 'zod';
import { attachCluster, changeCluster, detachCluster, listClusters, testAttachedCluster } from '../../engine';
import { type AttachedCluster, PLAIN_CLUSTER } from '../../model/cluster';
import { alarmOptions } from '../http/alarm-options';
import { defineRoute } from '../http/define-route';
import { clusterFields, clusterName } from '../schemas/cluster';
import { rowId } from '../schemas/row-id';
import { time } from '../schemas/shapes';

const TAG = 'Clusters';
const params = z.strictObject({ cluster: clusterName });
const { secretKey: _never, ...shown } = clusterFields;
const clusterShape = z
  .object({
    name: z.string(),
    ...shown,
    version: z.int().describe('Name it in the next change'),
    updatedBy: z.string(),
    updatedAt: time,
    hasSecret: z.boolean(),
    secretReadable: z.boolean().describe('false: encrypted with another REDRIVE_SECRET_KEY; enter it again'),
  })
  .meta({ id: 'Cluster' });

function toShape({ clusterId: _id, ...cluster }: AttachedCluster): z.input<typeof clusterShape> {
  return {
    ...cluster,
    nameServers: [...cluster.nameServers],
    addressMap: { ...cluster.addressMap },
    metricsAddresses: { ...cluster.metricsAddresses },
    updatedAt: cluster.updatedAt.toISOString(),
  };
}

export const listClustersRoute = defineRoute({
  method: 'get',
  path: '/clusters',
  name: 'listClusters',
  summary: 'List the attached clusters, without their secrets',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  answers: [{ status: 200, description: 'All of them', schema: z.object({ items: z.array(clusterShape) }) }],
  run: async ({ broker }) => ({ status: 200, body: { items: (await listClusters(broker)).map(toShape) } }),
});

export const putClusterRoute = defineRoute({
  method: 'put',
  path: '/clusters/{cluster}',
  name: 'putCluster',
  summary: 'Attach a cluster, or change one; without a secret key it keeps the one it has',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  params,
  body: z.strictObject({
    ...clusterFields,
    addressMap: clusterFields.addressMap.default(PLAIN_CLUSTER.addressMap),
    metricsAddresses: clusterFields.metricsAddresses.default(PLAIN_CLUSTER.metricsAddresses),
    accessKey: clusterFields.accessKey.default(PLAIN_CLUSTER.accessKey),
    usesTls: clusterFields.usesTls.default(PLAIN_CLUSTER.usesTls),
    caCertificate: clusterFields.caCertificate.default(PLAIN_CLUSTER.caCertificate),
    tlsServerName: clusterFields.tlsServerName.default(PLAIN_CLUSTER.tlsServerName),
    traceTopic: clusterFields.traceTopic.default(PLAIN_CLUSTER.traceTopic),
    allowsChanges: clusterFields.allowsChanges.default(PLAIN_CLUSTER.allowsChanges),
    version: rowId.optional().describe('The version you saw; leave out to attach'),
  }),
  answers: [
    { status: 200, description: 'Changed', schema: clusterShape },
    { status: 201, description: 'Attached', schema: clusterShape },
  ],
  run: async ({ broker, actor }, { params: { cluster }, body: { version, ...fields } }) => {
    const input = { ...fields, name: cluster };
    if (version === undefined)
      return { status: 201, body: toShape(await attachCluster(broker, input, actor, alarmOptions())) };
    return { status: 200, body: toShape(await changeCluster(broker, { ...input, version }, actor, alarmOptions())) };
  },
});

export const deleteClusterRoute = defineRoute({
  method: 'delete',
  path: '/clusters/{cluster}',
  name: 'detachCluster',
  summary: 'Detach a cluster: what was noted of it goes, the cluster itself is not touched',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  params,
  body: z.strictObject({ version: rowId }),
  answers: [{ status: 200, description: 'Detached', schema: z.object({ name: z.string() }) }],
  run: async ({ broker, actor }, { params: { cluster: name }, body: { version } }) => {
    await detachCluster(broker, { name, version }, actor);
    return { status: 200, body: { name } };
  },
});

const reportShape = z
  .object({
    asOf: time,
    isUsable: z.boolean().describe('A name server and at least one master broker answered'),
    nameServers: z.array(z.object({ address: z.string(), problem: z.string().nullable() })),
    brokers: z.array(
      z.object({
        broker: z.string(),
        announced: z.string().nullable(),
        address: z.string().nullable().describe('Through the address map'),
        problem: z.string().nullable().describe('null: it answered'),
        version: z.string().nullable(),
        role: z.string().nullable().describe('ASYNC_MASTER, SYNC_MASTER; null: not known'),
        flush: z.string().nullable().describe('ASYNC_FLUSH, SYNC_FLUSH; null: not known'),
        popStore: z.enum(['records', 'kv']).nullable().describe('How it keeps what was handed out; null: not known'),
        ownProxy: z
          .object({
            seenBy: z.string().nullable().describe('A group with 5.x clients at the broker; null: none was seen'),
            ...{ asked: z.int().describe('Groups that were checked'), groups: z.int() },
          })
          .nullable()
          .describe('A proxy in local mode; null: not known'),
        clockSkewMs: z.number().nullable(),
        rights: z.array(
          z.object({
            right: z.string(),
            state: z.enum(['granted', 'denied', 'unknown']),
            reason: z.string().nullable(),
          }),
        ),
      }),
    ),
    metrics: z
      .array(
        z.object({
          ...{ broker: z.string(), address: z.string(), marks: z.int().describe('Watermarks in its text') },
          problem: z.string().nullable().describe('null: it is read'),
        }),
      )
      .describe('Addresses of metrics'),
    proxies: z
      .array(z.object({ host: z.string(), grpcPort: z.int(), remotingPort: z.int(), lastSeenAt: time }))
      .describe('In cluster mode, that had a client lately'),
  })
  .meta({ id: 'ConnectionReport' });

export const testClusterRoute = defineRoute({
  method: 'post',
  path: '/clusters/{cluster}/test',
  name: 'testCluster',
  summary: 'Ask an attached cluster for everything once, and say what was found; changes nothing',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  params,
  answers: [{ status: 200, description: 'What was found', schema: reportShape }],
  run: async ({ broker, actor }, { params: { cluster } }) => {
    const found = await testAttachedCluster(broker, cluster, actor, alarmOptions());
    const { asOf, isUsable, nameServers, brokers, metrics, proxies } = found;
    return {
      status: 200,
      body: {
        ...{ asOf, isUsable, nameServers, metrics: [...metrics], proxies },
        brokers: brokers.map(({ facts, ...broker }) => ({
          ...{ ...broker, version: facts?.version ?? null, role: facts?.role ?? null },
          ...{ flush: facts?.flush ?? null, popStore: facts?.popStore ?? null },
        })),
      },
    };
  },
});
