import type { Reason } from '../../../model/language/t';
import type { BrokerContext, SendGuard } from '../../../broker';
import { type ConnectionReport as Found, type ClusterOptions, testConnection } from '../../../cluster';
import { checkCluster, type ClusterFields } from '../../../model/cluster/cluster';
import type { Actor } from '../../../model/audit/actor';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterFind } from '../../../store/queries/cluster/cluster-row';
import type { ClusterInput } from './attach';
import { checkMetricsAddresses, NOWHERE_ELSE, readMetrics } from './metrics-endpoints';
import { optionsOf, optionsWith } from './options';
import { clusterNotFound } from './attach';

export interface ConnectionReport extends Found {
  /** Of each broker with an address of metrics: how many watermarks are there, or why none is. */
  readonly metrics: readonly {
    readonly broker: string;
    readonly address: string;
    readonly marks: number;
    readonly problem: Reason | null;
  }[];
}

/** What there is behind these addresses, before anything is saved. Changes nothing. @throws BrokerError bad-request */
export async function testCluster(
  ctx: BrokerContext,
  input: ClusterInput,
  actor: Actor,
  guard: SendGuard = NOWHERE_ELSE,
): Promise<ConnectionReport> {
  const { secretKey, ...fields } = input;
  checkCluster(fields);
  checkMetricsAddresses(fields, guard);
  const saved = await clusterFind(ctx.store.prisma, fields.name);
  await noteTest(ctx, fields, actor);
  const { metricsAddresses = {} } = fields;
  // A form that was not given the secret again means the one that is kept, for the access key that it belongs to.
  if (secretKey === undefined && saved !== null && saved.secret !== null && saved.accessKey === fields.accessKey)
    return test(optionsOf(ctx, { ...saved, ...fields, metricsAddresses }), fields, guard);
  return test(optionsWith(ctx, fields, secretKey), fields, guard);
}

/** An attached cluster as it is set. @throws BrokerError not-found */
export async function testAttachedCluster(
  ctx: BrokerContext,
  name: string,
  actor: Actor,
  guard: SendGuard = NOWHERE_ELSE,
): Promise<ConnectionReport> {
  const row = await clusterFind(ctx.store.prisma, name);
  if (row === null) throw clusterNotFound(name);
  await noteTest(ctx, row, actor);
  return test(optionsOf(ctx, row), row, guard);
}

async function test(
  options: ClusterOptions,
  { metricsAddresses = {} }: ClusterFields,
  guard: SendGuard,
): Promise<ConnectionReport> {
  const found = await testConnection(options);
  const brokers = found.brokers.map(({ broker }) => broker);
  const reported = await readMetrics(metricsAddresses, brokers, guard, () => found.asOf);
  return {
    ...found,
    metrics: [...reported].map(([broker, { address, marks, problem }]) => ({
      ...{ broker, address, marks: Object.keys(marks).length, problem },
    })),
  };
}

/** This server calls the addresses that were entered: it is on record who had it do so. */
async function noteTest(ctx: BrokerContext, fields: ClusterFields, actor: Actor): Promise<void> {
  const { name, nameServers, metricsAddresses = {} } = fields;
  const after = { nameServers, metricsAddresses };
  await appendAudit(ctx.store.console, { actor, action: 'cluster.test', target: name, after });
}
