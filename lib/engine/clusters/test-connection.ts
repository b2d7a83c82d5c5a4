import type { BrokerContext } from '../../broker';
import { type ConnectionReport, testConnection } from '../../cluster';
import { checkCluster, type ClusterFields } from '../../model/cluster';
import type { Actor } from '../../model/actor';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { clusterFind } from '../../store/queries/cluster/cluster-row';
import type { ClusterInput } from './attach';
import { optionsOf, optionsWith } from './options';
import { clusterNotFound } from './attach';

/** What there is behind these addresses, before anything is saved. Changes nothing. @throws BrokerError bad-request */
export async function testCluster(ctx: BrokerContext, input: ClusterInput, actor: Actor): Promise<ConnectionReport> {
  const { secretKey, ...fields } = input;
  checkCluster(fields);
  const saved = await clusterFind(ctx.store.prisma, fields.name);
  await noteTest(ctx, fields, actor);
  // A form that was not given the secret again means the one that is kept, for the access key that it belongs to.
  if (secretKey === undefined && saved !== null && saved.secret !== null && saved.accessKey === fields.accessKey)
    return testConnection(optionsOf(ctx, { ...saved, ...fields }));
  return testConnection(optionsWith(ctx, fields, secretKey));
}

/** An attached cluster as it is set. @throws BrokerError not-found */
export async function testAttachedCluster(ctx: BrokerContext, name: string, actor: Actor): Promise<ConnectionReport> {
  const row = await clusterFind(ctx.store.prisma, name);
  if (row === null) throw clusterNotFound(name);
  await noteTest(ctx, row, actor);
  return testConnection(optionsOf(ctx, row));
}

/** This server calls the addresses that were entered: it is on record who had it do so. */
async function noteTest(ctx: BrokerContext, fields: ClusterFields, actor: Actor): Promise<void> {
  const { name, nameServers } = fields;
  await appendAudit(ctx.store.console, { actor, action: 'cluster.test', target: name, after: { nameServers } });
}
