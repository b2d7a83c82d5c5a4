import type { ConsumerGroup } from '../../../model/group/group';
import type { Metadata } from '../../metadata';
import type { Queryable } from '../../queryable';
import { SETTINGS_SELECT, settingsOf } from './group-columns';

const COLUMNS = `
  group_id AS "groupId", name, broadcast_of AS "broadcastOf", ${SETTINGS_SELECT}, version,
  created_at AS "createdAt", updated_at AS "updatedAt", paused_at AS "pausedAt", paused_by AS "pausedBy",
  pause_reason AS "pauseReason"`;

export async function groupFind(
  db: Queryable,
  by: { readonly name: string } | { readonly groupId: number },
): Promise<ConsumerGroup | null> {
  const { rows } =
    'name' in by
      ? await db.query<ConsumerGroup>(
          `SELECT ${COLUMNS} FROM consumer_group WHERE name = $1 AND broadcast_of IS NULL`,
          [by.name],
        )
      : await db.query<ConsumerGroup>(`SELECT ${COLUMNS} FROM consumer_group WHERE group_id = $1`, [by.groupId]);
  return rows[0] ?? null;
}

/** In order; members of broadcast groups have none. */
export async function groupNames(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT name FROM consumer_group WHERE broadcast_of IS NULL ORDER BY name LIMIT $1',
    [limit],
  );
  return rows.map(({ name }) => name);
}

/** Keeps the group as it is, and new re-drives of it out, until the transaction ends. */
export async function groupLock(db: Queryable, groupId: number): Promise<ConsumerGroup | null> {
  const { rows } = await db.query<ConsumerGroup>(
    `SELECT ${COLUMNS} FROM consumer_group WHERE group_id = $1 FOR UPDATE`,
    [groupId],
  );
  return rows[0] ?? null;
}

/** In name order, the ones after `after`; members of broadcast groups are internal and left out. */
export async function groupList(db: Metadata, after: string, limit: number): Promise<ConsumerGroup[]> {
  const groups = await db.consumerGroup.findMany({
    where: { name: { gt: after }, broadcastOf: null },
    omit: { modelSince: true },
    orderBy: { name: 'asc' },
    take: limit,
  });
  return groups.map((group) => ({ ...group, ...settingsOf(group) }));
}

export interface GroupMark {
  readonly groupId: number;
  readonly version: number;
  readonly pausedAt: Date | null;
}

/** Version and pause of every group that has a name: what the watcher compares. Members follow theirs. */
export async function groupMarks(db: Queryable): Promise<GroupMark[]> {
  const { rows } = await db.query<GroupMark>(
    'SELECT group_id AS "groupId", version, paused_at AS "pausedAt" FROM consumer_group WHERE broadcast_of IS NULL',
  );
  return rows;
}
