import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ChannelConfig, ChannelKind } from '../../../model/alarm/channel';

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

const COLUMNS = `channel_id AS "channelId", seal_id AS "sealId", name, kind, config, secret, enabled, version,
  updated_by AS "updatedBy",
  updated_at AS "updatedAt"`;

export async function channelList(db: Queryable): Promise<ChannelRow[]> {
  const { rows } = await db.query<ChannelRow>(`SELECT ${COLUMNS} FROM alarm_channel ORDER BY name`);
  return rows;
}

export async function channelLock(db: Queryable, channelId: number): Promise<ChannelRow | null> {
  const { rows } = await db.query<ChannelRow>(`SELECT ${COLUMNS} FROM alarm_channel WHERE channel_id = $1 FOR UPDATE`, [
    channelId,
  ]);
  return rows[0] ?? null;
}

export type ChannelFields = Pick<
  ChannelRow,
  'sealId' | 'name' | 'kind' | 'config' | 'secret' | 'enabled' | 'updatedBy'
>;

/** Null: the name is taken. */
export async function channelInsert(
  db: Queryable,
  now: Date | null,
  { sealId, name, kind, config, secret, enabled, updatedBy }: ChannelFields,
): Promise<ChannelRow | null> {
  const { rows } = await db.query<ChannelRow>(
    sql(
      `INSERT INTO alarm_channel (seal_id, name, kind, config, secret, enabled, updated_by, version, updated_at)
     VALUES ($sealId, $name, $kind, $config, $secret, $enabled, $updatedBy, 1, coalesce($now, clock_timestamp()))
       ON CONFLICT (name) DO NOTHING RETURNING ${COLUMNS}`,
      { now, sealId, name, kind, config: JSON.stringify(config), secret, enabled, updatedBy },
    ),
  );
  return rows[0] ?? null;
}

/** Give it a locked channel. Null: the name is taken. */
export async function channelUpdate(
  db: Queryable,
  now: Date | null,
  channelId: number,
  { name, config, secret, enabled, updatedBy }: Omit<ChannelFields, 'sealId' | 'kind'>,
): Promise<ChannelRow | null> {
  const { rows } = await db.query<ChannelRow>(
    sql(
      `UPDATE alarm_channel SET name = $name, config = $config, secret = $secret, enabled = $enabled,
        updated_by = $updatedBy, version = version + 1,
            updated_at = coalesce($now, clock_timestamp())
      WHERE channel_id = $channelId AND NOT EXISTS (SELECT FROM alarm_channel o WHERE o.name = $name
        AND o.channel_id <> $channelId) RETURNING ${COLUMNS}`,
      { channelId, name, config: JSON.stringify(config), secret, enabled, updatedBy, now },
    ),
  );
  return rows[0] ?? null;
}

/** How many rules name this channel. */
export async function channelRules(db: Queryable, channelId: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*) AS n FROM alarm_rule WHERE $1 = ANY (channel_ids)', [
    channelId,
  ]);
  return rows[0]?.n ?? 0;
}

export async function channelDelete(db: Queryable, channelId: number): Promise<void> {
  await db.query('DELETE FROM alarm_channel WHERE channel_id = $1', [channelId]);
}
