import { randomUUID } from 'node:crypto';

import type { Actor } from '../../model/audit/actor';
import type { AlarmChannel } from '../../model/alarm/channel';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import {
  channelDelete,
  channelInsert,
  channelList,
  channelLock,
  type ChannelRow,
  channelRules,
  channelUpdate,
} from '../../store/queries/alarm/alarm-channel';
import { deliveryLog, type DeliveryLogRow } from '../../store/queries/alarm/alarm-delivery';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import type { BrokerContext } from '../context';
import { noticeTitle } from '../../model/alarm/notice';
import { type ChannelInput, checkChannel } from './check-channel';
import { sendProblemWords } from './outbound/problem';
import type { AllowedOrigins } from './outbound/target';
import { savedMeanwhile } from '../../model/saved-meanwhile';

interface By {
  readonly actor: Actor;
  readonly allow: AllowedOrigins;
}

export async function listAlarmChannels(ctx: BrokerContext): Promise<AlarmChannel[]> {
  return (await channelList(ctx.store.prisma)).map((row) => toChannel(ctx, row));
}

/** Newest first. */
export async function readAlarmLog(ctx: BrokerContext, limit: number): Promise<DeliveryLogged[]> {
  const rows = await deliveryLog(ctx.store.console, null, limit);
  return rows.map(({ notice, problem, ...row }) => ({
    ...{ ...row, title: noticeTitle(notice), problem: sendProblemWords(problem) },
  }));
}

/** In the language of who reads the log, whatever that of the channel. */
type DeliveryLogged = Omit<DeliveryLogRow, 'notice'> & { readonly title: string };

/** @throws BrokerError bad-request, already-exists (the name) */
export async function createAlarmChannel(
  ctx: BrokerContext,
  input: ChannelInput,
  { actor, allow }: By,
): Promise<AlarmChannel> {
  const { name, config } = checkChannel(input, null, allow);
  const sealId = `alarm-channel:${randomUUID()}`;
  return await change(ctx, async (db) => {
    const secret = input.secret === undefined ? null : ctx.seal.seal(sealId, input.secret);
    const { kind, enabled } = input;
    const row = await channelInsert(db, ctx.clock.nowOrNull(), {
      ...{ sealId, name, kind, config, secret, enabled },
      updatedBy: actor.name,
    });
    if (row === null) throw taken(name);
    await appendAudit(db, { actor, action: 'alarm-channel.create', target: name, after: pick(row) });
    return toChannel(ctx, row);
  });
}

/**
 * Its kind stays. Without a secret it keeps the one it has.
 * @throws BrokerError bad-request, not-found, conflict, already-exists
 */
export async function updateAlarmChannel(
  ctx: BrokerContext,
  channelId: number,
  input: Omit<ChannelInput, 'kind'>,
  { actor, allow, version }: By & { readonly version: number },
): Promise<AlarmChannel> {
  return await change(ctx, async (db) => {
    const before = await requireChannel(db, channelId, version);
    const { name, config } = checkChannel({ ...input, kind: before.kind }, before, allow);
    const secret = input.secret === undefined ? before.secret : ctx.seal.seal(before.sealId, input.secret);
    const fields = { name, config, secret, enabled: input.enabled, updatedBy: actor.name };
    const row = await channelUpdate(db, ctx.clock.nowOrNull(), channelId, fields);
    if (row === null) throw taken(name);
    await appendAudit(db, {
      ...{ actor, action: 'alarm-channel.update', target: name, before: pick(before) },
      after: { ...pick(row), secretChanged: input.secret !== undefined },
    });
    return toChannel(ctx, row);
  });
}

/** With its log. @throws BrokerError not-found, conflict (changed meanwhile; rules name it) */
export async function deleteAlarmChannel(
  ctx: BrokerContext,
  channelId: number,
  { actor, version }: { readonly actor: Actor; readonly version: number },
): Promise<void> {
  await change(ctx, async (db) => {
    const before = await requireChannel(db, channelId, version);
    const rules = await channelRules(db, channelId);
    if (rules > 0)
      throw new BrokerError(
        'conflict',
        told(
          '{rules, plural, one {# alarm rule uses} other {# alarm rules use}} this channel. Remove it from them first.',
          { rules },
        ),
        {
          field: 'channelId',
          limit: 0,
          value: rules,
        },
      );
    await channelDelete(db, channelId);
    await appendAudit(db, { actor, action: 'alarm-channel.delete', target: before.name, before: pick(before) });
  });
}

/** @throws BrokerError not-found; with a version also conflict */
export async function requireChannel(
  db: MetadataTransaction,
  channelId: number,
  version: number | null = null,
): Promise<ChannelRow> {
  const row = await channelLock(db, channelId);
  if (row === null)
    throw new BrokerError('not-found', told('Alarm channel {channelId} does not exist.', { channelId }), {
      field: 'channelId',
      value: channelId,
    });
  if (version === null || row.version === version) return row;
  throw new BrokerError('conflict', savedMeanwhile(row.version, version), {
    field: 'version',
    limit: row.version,
    value: version,
  });
}

async function change<T>(ctx: BrokerContext, work: (db: MetadataTransaction) => Promise<T>): Promise<T> {
  const result = await withMetadata(ctx.store.prisma, work);
  ctx.changes.emit({ kind: 'alarm' });
  return result;
}

function toChannel({ seal }: BrokerContext, { sealId, secret, ...row }: ChannelRow): AlarmChannel {
  return {
    ...row,
    hasSecret: secret !== null,
    readable: secret === null || seal.open(sealId, secret) !== null,
  };
}

/** For the audit log. */
function pick({ name, kind, config, enabled }: ChannelRow): object {
  return { name, kind, config, enabled };
}

function taken(name: string): BrokerError {
  return new BrokerError('already-exists', told('A channel named {name} already exists.', { name }), {
    field: 'name',
    value: name,
  });
}
