import type { ClusterFields, MetricsAddresses } from '../../../model/cluster/cluster';
import type { Environment } from '../../../model/workspace';
import type { Cluster, Prisma } from '../../generated/client';
import type { Metadata, MetadataTransaction } from '../../metadata';
import { databaseTime } from '../schedule/database-time';

export interface ClusterRow extends ClusterFields {
  readonly metricsAddresses: MetricsAddresses;
  readonly clusterId: number;
  readonly sealId: string;
  readonly secret: Buffer | null;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

export type ClusterData = ClusterFields & Pick<ClusterRow, 'secret' | 'updatedBy'>;

export async function clusterList(db: Metadata): Promise<ClusterRow[]> {
  return (await db.cluster.findMany({ orderBy: { name: 'asc' } })).map(toRow);
}

export async function clusterFind(db: Metadata, name: string): Promise<ClusterRow | null> {
  const found = await db.cluster.findUnique({ where: { name } });
  return found === null ? null : toRow(found);
}

export async function clusterLock(db: MetadataTransaction, name: string): Promise<ClusterRow | null> {
  await db.query('SELECT 1 FROM cluster WHERE name = $1 FOR UPDATE', [name]);
  return await clusterFind(db, name);
}

/** Null: the name is taken. */
export async function clusterInsert(
  db: MetadataTransaction,
  now: Date | null,
  sealId: string,
  fields: ClusterData,
): Promise<ClusterRow | null> {
  const updatedAt = now ?? (await databaseTime(db));
  const [made] = await db.cluster.createManyAndReturn({
    data: [{ ...storedForms(fields), sealId, version: 1, updatedAt }],
    skipDuplicates: true,
  });
  return made === undefined ? null : toRow(made);
}

/** Give it a locked cluster. Its name stays: addresses, charts and the audit log have it. */
export async function clusterUpdate(
  db: MetadataTransaction,
  now: Date | null,
  clusterId: number,
  fields: ClusterData,
): Promise<ClusterRow> {
  const updatedAt = now ?? (await databaseTime(db));
  const data = { ...storedForms(fields), version: { increment: 1 }, updatedAt };
  return toRow(await db.cluster.update({ where: { clusterId }, data }));
}

export async function clusterDelete(db: Metadata, clusterId: number): Promise<void> {
  await db.cluster.deleteMany({ where: { clusterId } });
}

/** Its columns alone, whatever else the caller's object has. */
function storedForms(given: ClusterData) {
  const { name, environment, nameServers, addressMap, accessKey, allowsChanges, secret, updatedBy } = given;
  const { usesTls, caCertificate, tlsServerName, traceTopic, metricsAddresses = {} } = given;
  return {
    ...{ name, environment, accessKey, usesTls, caCertificate, tlsServerName, traceTopic, allowsChanges, updatedBy },
    nameServers: [...nameServers],
    addressMap: addressMap as Prisma.InputJsonObject,
    metricsAddresses: metricsAddresses as Prisma.InputJsonObject,
    secret: secret === null ? null : new Uint8Array(secret),
  };
}

function toRow({ environment, addressMap, metricsAddresses, secret, ...row }: Cluster): ClusterRow {
  return {
    ...row,
    environment: environment as Environment,
    addressMap: addressMap as Record<string, string>,
    metricsAddresses: metricsAddresses as Record<string, string>,
    secret: secret === null ? null : Buffer.from(secret),
  };
}
