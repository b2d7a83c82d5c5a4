import type { ChannelConfig, ChannelKind } from '../../../model/alarm/channel';
import type { AlarmChannel, Prisma } from '../../generated/client';
import type { Metadata, MetadataTransaction } from '../../metadata';
import { databaseTime } from '../schedule/database-time';

export interface ChannelRow {
  readonly channelId: number;
  readonly sealId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly config: ChannelConfig;
  readonly secret: Buffer | null;
  readonly enabled: boolean;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

export async function channelList(db: Metadata): Promise<ChannelRow[]> {
  return (await db.alarmChannel.findMany({ orderBy: { name: 'asc' } })).map(toRow);
}

export async function channelLock(db: MetadataTransaction, channelId: number): Promise<ChannelRow | null> {
  await db.query('SELECT 1 FROM alarm_channel WHERE channel_id = $1 FOR UPDATE', [channelId]);
  const found = await db.alarmChannel.findUnique({ where: { channelId } });
  return found === null ? null : toRow(found);
}

export type ChannelFields = Pick<
  ChannelRow,
  'sealId' | 'name' | 'kind' | 'config' | 'secret' | 'enabled' | 'updatedBy'
>;

/** Null: the name is taken. */
export async function channelInsert(
  db: MetadataTransaction,
  now: Date | null,
  fields: ChannelFields,
): Promise<ChannelRow | null> {
  const updatedAt = now ?? (await databaseTime(db));
  const [made] = await db.alarmChannel.createManyAndReturn({
    data: [{ ...fields, ...storedForms(fields), version: 1, updatedAt }],
    skipDuplicates: true,
  });
  return made === undefined ? null : toRow(made);
}

/** Give it a locked channel. Null: the name is taken. */
export async function channelUpdate(
  db: MetadataTransaction,
  now: Date | null,
  channelId: number,
  fields: Omit<ChannelFields, 'sealId' | 'kind'>,
): Promise<ChannelRow | null> {
  const isTaken = await db.alarmChannel.count({ where: { name: fields.name, channelId: { not: channelId } } });
  if (isTaken > 0) return null;
  const updatedAt = now ?? (await databaseTime(db));
  const data = { ...fields, ...storedForms(fields), version: { increment: 1 }, updatedAt };
  return toRow(await db.alarmChannel.update({ where: { channelId }, data }));
}

/** How many rules name this channel. */
export async function channelRules(db: Metadata, channelId: number): Promise<number> {
  return await db.alarmRule.count({ where: { channelIds: { has: channelId } } });
}

export async function channelDelete(db: Metadata, channelId: number): Promise<void> {
  await db.alarmChannel.deleteMany({ where: { channelId } });
}

function storedForms({ config, secret }: Pick<ChannelFields, 'config' | 'secret'>) {
  return { config: config as Prisma.InputJsonObject, secret: secret === null ? null : new Uint8Array(secret) };
}

function toRow({ kind, config, secret, ...row }: AlarmChannel): ChannelRow {
  return {
    ...row,
    kind: kind as ChannelKind,
    config: config as ChannelConfig,
    secret: secret === null ? null : Buffer.from(secret),
  };
}
