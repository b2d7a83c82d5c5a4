import type { GroupSettings } from '../../../model/group/group-settings';
import type { MetadataTransaction } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { databaseTime } from '../schedule/database-time';
import { MEMBERS_FOLLOW, SETTINGS_ASSIGNMENTS, SETTINGS_COLUMNS, settingsValues } from './group-columns';

/** Makes a group at version 1; null when the name is taken. */
export async function groupInsert(
  db: MetadataTransaction,
  now: Date | null,
  name: string,
  settings: GroupSettings,
): Promise<number | null> {
  const at = now ?? (await databaseTime(db));
  const [made] = await db.consumerGroup.createManyAndReturn({
    data: [{ ...settings, name, retryPolicy: { ...settings.retryPolicy }, version: 1, createdAt: at, updatedAt: at }],
    skipDuplicates: true,
    select: { groupId: true },
  });
  return made?.groupId ?? null;
}

/** Changes a group that is still at `version`; false when it is not. */
export async function groupUpdate(
  db: Queryable,
  now: Date | null,
  groupId: number,
  version: number,
  settings: GroupSettings,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE consumer_group
        SET ${SETTINGS_ASSIGNMENTS}, version = version + 1, updated_at = coalesce($now, clock_timestamp()),
            model_since = CASE WHEN message_model = $messageModel THEN model_since
                               ELSE coalesce($now, clock_timestamp()) END
      WHERE group_id = $groupId AND version = $version`,
      { now, groupId, version, ...settingsValues(settings) },
    ),
  );
  return rowCount === 1;
}

/**
 * Members of a broadcast group follow it; when it does not broadcast any more, they are retired and get no more
 * messages.
 */
export async function groupMembersFollow(db: Queryable, groupId: number): Promise<void> {
  await db.query(
    `UPDATE consumer_group m
        SET ${MEMBERS_FOLLOW}, version = g.version, updated_at = g.updated_at
       FROM consumer_group g
      WHERE g.group_id = $1 AND m.broadcast_of = $1 AND m.message_model = 'broadcasting'`,
    [groupId],
  );
}

/** A group that goes back to clustering reads on from the newest messages. */
export async function groupRestart(db: Queryable, now: Date | null, groupId: number): Promise<void> {
  await db.query(sql('SELECT group_restart(p_now => $now, p_group => $groupId)', { now, groupId }));
}

/** Records the version a group has now, with who made it and why. */
export async function groupVersionAppend(
  db: Queryable,
  groupId: number,
  actor: string,
  reason: string | null,
): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO consumer_group_version (group_id, version, ${SETTINGS_COLUMNS}, actor, reason, at)
     SELECT group_id, version, ${SETTINGS_COLUMNS}, $actor, $reason, updated_at
       FROM consumer_group WHERE group_id = $groupId`,
      { groupId, actor, reason },
    ),
  );
}
