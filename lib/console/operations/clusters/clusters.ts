import { z } from 'zod';
import {
  attachCluster,
  changeCluster,
  detachCluster as detach,
  listClusters as list,
  listWorkspaces as workspaces,
  testAttachedCluster,
  testCluster as test,
} from '../../../engine';
import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import { alarmOptions } from '../../http/alarm-options';
import { operation } from '../../http/operation';
import { clusterFields, clusterName } from '../../schemas/cluster';
import { rowId } from '../../schemas/row-id';
import { time } from '../../schemas/shapes';

const tag = 'Clusters';
const managed = { needs: 'installation', permission: 'cluster:manage', subject: 'system' } as const;
const looks = { ...managed, effect: 'read' } as const;
const changes = { ...managed, effect: 'change' } as const;
const cluster = clusterName;
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

export const listClusters = operation({
  ...looks,
  name: 'listClusters',
  summary: 'List the attached clusters, without their secrets',
  input: z.strictObject({}),
  output: z.object({ items: z.array(clusterShape) }),
  http: { method: 'get', path: '/clusters', tag, answer: 'All of them' },
  run: async ({ broker }) => ({ items: await list(broker) }),
});

export const clustersPage = operation({
  ...looks,
  name: 'clusters',
  summary: 'The attached clusters, as their list shows them',
  input: z.object({}),
  run: ({ broker }) => list(broker),
});

export const listWorkspaces = operation({
  name: 'workspaces',
  summary: 'For the switcher: what every signed-in account may know of the attached clusters',
  ...{ needs: 'installation', permission: 'group:read', subject: 'listed', effect: 'read' },
  input: z.object({}),
  run: ({ broker }) => workspaces(broker),
});

export const putCluster = operation({
  ...changes,
  name: 'putCluster',
  summary: 'Attach a cluster, or change one; without a secret key, the current key is kept',
  input: z.strictObject({
    ...{ cluster, ...clusterFields },
    addressMap: clusterFields.addressMap.default(PLAIN_CLUSTER.addressMap),
    metricsAddresses: clusterFields.metricsAddresses.default(PLAIN_CLUSTER.metricsAddresses),
    accessKey: clusterFields.accessKey.default(PLAIN_CLUSTER.accessKey),
    usesTls: clusterFields.usesTls.default(PLAIN_CLUSTER.usesTls),
    caCertificate: clusterFields.caCertificate.default(PLAIN_CLUSTER.caCertificate),
    tlsServerName: clusterFields.tlsServerName.default(PLAIN_CLUSTER.tlsServerName),
    traceTopic: clusterFields.traceTopic.default(PLAIN_CLUSTER.traceTopic),
    allowsChanges: clusterFields.allowsChanges.default(PLAIN_CLUSTER.allowsChanges),
    version: rowId.optional().describe('Version that you read; omit to attach a new cluster'),
  }),
  output: clusterShape,
  http: {
    ...{ method: 'put', path: '/clusters/{cluster}', tag, answer: 'Changed' },
    created: { when: ({ version }) => version === 1, answer: 'Attached' },
  },
  run: async ({ broker, actor }, { cluster: name, version, ...fields }) =>
    version === undefined
      ? await attachCluster(broker, { ...fields, name }, actor, alarmOptions())
      : await changeCluster(broker, { ...fields, name, version }, actor, alarmOptions()),
});

const form = z.strictObject({ name: clusterName, ...clusterFields });

/** Of the form, which says everything and names the version that it shows. */
export const saveCluster = operation({
  ...changes,
  name: 'saveCluster',
  summary: 'Attach the cluster that a form describes, or save what was changed in it',
  input: form.extend({ version: rowId.nullable() }),
  run: async ({ broker, actor }, { version, ...fields }) => {
    if (version === null) await attachCluster(broker, fields, actor, alarmOptions());
    else await changeCluster(broker, { ...fields, version }, actor, alarmOptions());
  },
});

export const detachCluster = operation({
  ...{ ...managed, effect: 'destructive' },
  name: 'detachCluster',
  summary: 'Detach a cluster: what Redrive stored about it is deleted, the cluster itself is not changed',
  input: z.strictObject({ cluster, version: rowId.describe('Version that you read') }),
  output: z.object({ name: z.string() }),
  http: { method: 'delete', path: '/clusters/{cluster}', hasBody: true, tag, answer: 'Detached' },
  run: async ({ broker, actor }, { cluster: name, version }) => {
    await detach(broker, { name, version }, actor);
    return { name };
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

export const testCluster = operation({
  ...changes,
  name: 'testCluster',
  summary: 'Check the connection to an attached cluster and report what was found; changes nothing',
  input: z.strictObject({ cluster }),
  output: reportShape,
  http: { method: 'post', path: '/clusters/{cluster}/test', tag, answer: 'What was found' },
  run: async ({ broker, actor }, { cluster: name }) => {
    const { brokers, ...found } = await testAttachedCluster(broker, name, actor, alarmOptions());
    return {
      ...found,
      brokers: brokers.map((each) => {
        const { version = null, role = null, flush = null, popStore = null } = each.facts ?? {};
        return { ...each, version, role, flush, popStore };
      }),
    };
  },
});

export const testClusterForm = operation({
  ...changes,
  name: 'testClusterForm',
  summary: 'Ask what is behind the addresses of a form, before it is saved',
  input: form,
  run: ({ broker, actor }, fields) => test(broker, fields, actor, alarmOptions()),
});
