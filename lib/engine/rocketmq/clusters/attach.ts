import { randomUUID } from 'node:crypto';

import { type BrokerContext, closeAlarmsOf, holdAlarms, type SendGuard } from '../../../broker';
import type { Actor } from '../../../model/audit/actor';
import {
  type AttachedCluster,
  checkCluster,
  checkClusterSecret,
  type ClusterFields,
} from '../../../model/cluster/cluster';
import { BrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import {
  clusterDelete,
  clusterInsert,
  clusterList,
  clusterLock,
  type ClusterRow,
  clusterUpdate,
} from '../../../store/queries/cluster/cluster-row';
import { checkMetricsAddresses, NOWHERE_ELSE } from './metrics-endpoints';
import { moveLock } from '../../../store/queries/cluster-move/move';
import { unfinishedOf } from '../../../store/queries/cluster-redrive/open';
import { OWN_CLUSTER } from '../../../model/metrics';
import { databaseTime } from '../../../store/queries/schedule/database-time';
import { type MetadataTransaction, withMetadata } from '../../../store/metadata';
import { savedMeanwhile } from '../../../model/saved-meanwhile';

export interface ClusterInput extends ClusterFields {
  /** Of the access key. Undefined: none, or the one it has. */
  readonly secretKey?: string | undefined;
}

export async function listClusters(ctx: BrokerContext): Promise<AttachedCluster[]> {
  return (await clusterList(ctx.store.prisma)).map((row) => toCluster(ctx, row));
}

/** What every signed-in account may know of them. No secret is opened. */
export async function listWorkspaces(
  ctx: BrokerContext,
): Promise<Pick<AttachedCluster, 'name' | 'environment' | 'allowsChanges'>[]> {
  const rows = await clusterList(ctx.store.prisma);
  return rows.map(({ name, environment, allowsChanges }) => ({ name, environment, allowsChanges }));
}

/** @throws BrokerError bad-request, already-exists */
export async function attachCluster(
  ctx: BrokerContext,
  input: ClusterInput,
  actor: Actor,
  guard: SendGuard = NOWHERE_ELSE,
): Promise<AttachedCluster> {
  const { secretKey, ...fields } = input;
  if (fields.name === OWN_CLUSTER) refuseName(fields.name);
  checkFields(fields, secretKey, null);
  checkMetricsAddresses(fields, guard);
  const sealId = `cluster:${randomUUID()}`;
  const secret = secretKey === undefined ? null : ctx.seal.seal(sealId, secretKey);
  return await change(ctx, async (db) => {
    const row = await clusterInsert(db, ctx.clock.nowOrNull(), sealId, { ...fields, secret, updatedBy: actor.name });
    if (row === null)
      throw new BrokerError(
        'already-exists',
        told('A cluster named {fields} is already attached.', { fields: fields.name }),
        {
          field: 'name',
          limit: 'each name once',
          value: fields.name,
        },
      );
    await appendAudit(db, { actor, action: 'cluster.attach', target: fields.name, after: noted(row) });
    return toCluster(ctx, row);
  });
}

export interface ChangeClusterInput extends ClusterInput {
  /** The one that the editor saw. */
  readonly version: number;
}

/** Its name stays. Without a secret it keeps the one it has. @throws BrokerError bad-request, not-found, conflict */
export async function changeCluster(
  ctx: BrokerContext,
  { version, secretKey, ...fields }: ChangeClusterInput,
  actor: Actor,
  guard: SendGuard = NOWHERE_ELSE,
): Promise<AttachedCluster> {
  return await change(ctx, async (db) => {
    const before = await requireCluster(db, fields.name, version);
    checkFields(fields, secretKey, before);
    checkMetricsAddresses(fields, guard);
    const kept = fields.accessKey === null ? null : before.secret;
    const secret = secretKey === undefined ? kept : ctx.seal.seal(before.sealId, secretKey);
    const data = { ...fields, secret, updatedBy: actor.name };
    const row = await clusterUpdate(db, ctx.clock.nowOrNull(), before.clusterId, data);
    await appendAudit(db, {
      ...{ actor, action: 'cluster.update', target: fields.name, before: noted(before) },
      after: { ...noted(row), secretChanged: secretKey !== undefined },
    });
    return toCluster(ctx, row);
  });
}

/** In the audit row, of its open alarms. */
const MOST_NAMED = 100;

/**
 * What was noted of its groups goes; the cluster itself is not touched. Its open alarms are closed as what they are:
 * not resolved. @throws BrokerError not-found, conflict
 */
export async function detachCluster(
  ctx: BrokerContext,
  { name, version }: { readonly name: string; readonly version: number },
  actor: Actor,
): Promise<void> {
  const closed = await change(ctx, async (db) => {
    await holdAlarms(db, name);
    const before = await requireCluster(db, name, version);
    await refuseWhileSending(db, before);
    const at = ctx.clock.nowOrNull() ?? (await databaseTime(db));
    const alarms = await closeAlarmsOf(db, at, before);
    await clusterDelete(db, before.clusterId);
    await db.managed.deleteMany({ where: { workspace: name } });
    const openAlarms = alarms.slice(0, MOST_NAMED).map(({ watch, subject }) => `${watch} ${subject}`);
    await appendAudit(db, {
      ...{ actor, action: 'cluster.detach', target: name, before: { ...noted(before), openAlarms } },
      counts: { alarmsClosed: alarms.length },
    });
    return alarms.length;
  });
  if (closed > 0) ctx.changes.emit({ kind: 'alarm' });
}

/** The groups that a run made at the brokers would stay there for ever. @throws BrokerError conflict */
async function refuseWhileSending(db: MetadataTransaction, { clusterId, name }: ClusterRow): Promise<void> {
  const { redriveId, helpers } = await unfinishedOf(db, clusterId);
  if ((await moveLock(db, clusterId)) !== null)
    throw new BrokerError(
      'conflict',
      told('{name} cannot be detached while a move to it is open. Finish or cancel the move.', { name }),
      {
        ...{ field: 'name', value: name },
      },
    );
  if (redriveId === null && helpers === 0) return;
  const why =
    redriveId === null
      ? told(
          `{count, plural, one {# helper group} other {# helper groups}} of re-drives still {count, plural, one {exists}
          other {exist}}. Wait until the brokers respond`,
          { count: helpers },
        )
      : told('{redrive} has not finished. Cancel it first', { redrive: `RD-${redriveId}` });
  throw new BrokerError('conflict', told('{name} cannot be detached now: {why}.', { name, why }), {
    field: 'name',
    value: name,
  });
}

/** Open pages learn of it: the switcher names all of them. */
async function change<T>(ctx: BrokerContext, work: (db: MetadataTransaction) => Promise<T>): Promise<T> {
  const done = await withMetadata(ctx.store.prisma, work);
  ctx.changes.emit({ kind: 'setting' });
  return done;
}

async function requireCluster(db: MetadataTransaction, name: string, version: number): Promise<ClusterRow> {
  const found = await clusterLock(db, name);
  if (found === null) throw clusterNotFound(name);
  if (found.version === version) return found;
  throw new BrokerError('conflict', savedMeanwhile(found.version, version), {
    field: 'version',
    limit: found.version,
    value: version,
  });
}

export function clusterNotFound(name: string): BrokerError {
  return new BrokerError('not-found', told('No cluster named {name} is attached.', { name: name.slice(0, 60) }), {
    field: 'workspace',
    limit: 'an attached cluster',
    value: name.slice(0, 60),
  });
}

function checkFields(fields: ClusterFields, secretKey: string | undefined, before: ClusterRow | null): void {
  checkCluster(fields);
  if (secretKey !== undefined) checkClusterSecret(secretKey);
  const hasKey = fields.accessKey !== null;
  const hasSecret = secretKey !== undefined || (before !== null && before.secret !== null);
  if (hasKey && !hasSecret) refuse('secretKey', t('Enter the secret key of this access key.'));
  if (!hasKey && secretKey !== undefined) refuse('accessKey', t('Enter the access key of this secret key.'));
  if (hasKey && before !== null && before.accessKey !== fields.accessKey && secretKey === undefined)
    refuse('secretKey', t('The access key has changed. Enter the secret key again.'));
}

/** Series of this installation have it in the label of the cluster. */
function refuseName(name: string): never {
  throw new BrokerError(
    'bad-request',
    told('name must not be “{name}”: metrics of this installation use this name.', { name }),
    {
      ...{ field: 'name', limit: 'a name other than that of this installation', value: name },
    },
  );
}

function refuse(field: string, message: string): never {
  throw new BrokerError('bad-request', message, { field, limit: 'access key and secret key together' });
}

/** For the audit log: everything but the secret. */
function noted(row: ClusterRow) {
  const { environment, nameServers, addressMap, metricsAddresses, accessKey, allowsChanges } = row;
  const { usesTls, caCertificate, tlsServerName, traceTopic } = row;
  return {
    ...{ environment, nameServers, addressMap, metricsAddresses, accessKey, usesTls, caCertificate, traceTopic },
    ...{ tlsServerName, allowsChanges },
  };
}

export function toCluster(ctx: BrokerContext, { secret, sealId, ...row }: ClusterRow): AttachedCluster {
  return {
    ...row,
    hasSecret: secret !== null,
    secretReadable: secret === null || ctx.seal.open(sealId, secret) !== null,
  };
}
