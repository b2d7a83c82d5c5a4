import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Why a delivery failed, as an application says. */
export interface ClusterReport {
  readonly group: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
  readonly appVersion: string | null;
}

/**
 * When a re-drive sent message `m` of group `g` again before the moment `until`, and after `since`: a life of its own.
 */
const sentAgain = (m: string, g: string, since: string, until: string): string => `
  EXISTS (SELECT 1 FROM cluster_redrive_item i JOIN cluster_redrive r ON r.redrive_id = i.redrive_id
     JOIN cluster_consumer_group n ON n.group_id = r.group_id
    WHERE i.msg_id = ${m} AND i.sent_at > ${since} AND i.sent_at <= ${until}
      AND r.cluster_id = $clusterId AND n.name = ${g})`;

/** The reported delivery is of the life before. */
const REPLACED = sentAgain(
  'cluster_report.msg_id',
  'cluster_report.group_name',
  'cluster_report.reported_at',
  'excluded.reported_at',
);

/**
 * The first report of a delivery stays. Deliveries are counted anew after a re-drive: a report of before gives way.
 * @returns of each whether this was it, in their order
 */
export async function clusterReportInsert(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  reports: readonly ClusterReport[],
): Promise<boolean[]> {
  const { rows } = await db.query<{ group: string; messageId: string; attempt: number }>(
    sql(
      `INSERT INTO cluster_report (cluster_id, group_name, msg_id, attempt, error_type, message, stack, app_version,
         reported_at)
       SELECT $clusterId, i.*, coalesce($now::timestamptz, clock_timestamp())
         FROM unnest($groups::text[], $messageIds::text[], $attempts::int[], $errorTypes::text[], $messages::text[],
           $stacks::text[], $appVersions::text[]) i (group_name, msg_id, attempt, error_type, message, stack, version)
        ORDER BY i.msg_id, i.group_name, i.attempt
       ON CONFLICT (cluster_id, msg_id, group_name, attempt) DO UPDATE SET error_type = excluded.error_type,
         message = excluded.message, stack = excluded.stack, app_version = excluded.app_version,
         reported_at = excluded.reported_at
        WHERE ${REPLACED}
       RETURNING group_name AS "group", msg_id AS "messageId", attempt`,
      {
        ...{ now, clusterId, groups: reports.map(({ group }) => group) },
        messageIds: reports.map(({ messageId }) => messageId),
        attempts: reports.map(({ attempt }) => attempt),
        errorTypes: reports.map(({ errorType }) => errorType),
        messages: reports.map(({ message }) => message),
        stacks: reports.map(({ stack }) => stack),
        appVersions: reports.map(({ appVersion }) => appVersion),
      },
    ),
  );
  const stored = new Set(rows.map(keyOf));
  // One that is twice in a call is stored once.
  return reports.map((report) => stored.delete(keyOf(report)));
}

function keyOf({ group, messageId, attempt }: Pick<ClusterReport, 'group' | 'messageId' | 'attempt'>): string {
  return `${group} ${messageId} ${attempt}`;
}

/** A letter and the report that says why it died. */
export interface ReportedLetter extends ClusterReport {
  readonly id: number;
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
}

/** Of these letters, or of these messages of a group: those whose last delivery was reported on. */
export async function reportedLetters(
  db: Queryable,
  clusterId: number,
  of: { readonly ids: readonly number[] } | { readonly messageIds: readonly string[] },
): Promise<ReportedLetter[]> {
  const values = { clusterId, ids: 'ids' in of ? of.ids : null, messageIds: 'ids' in of ? null : of.messageIds };
  const { rows } = await db.query<ReportedLetter>(
    sql(
      `SELECT d.dead_letter_id AS id, d.group_id AS "groupId", d.queue_id AS "queueId", d.off, d.generation,
              r.group_name AS "group", r.msg_id AS "messageId", r.attempt, r.error_type AS "errorType", r.message,
              r.stack, r.app_version AS "appVersion"
         FROM cluster_dead_letter d
         JOIN cluster_consumer_group g ON g.group_id = d.group_id
        CROSS JOIN LATERAL (
          SELECT * FROM cluster_report a WHERE a.cluster_id = $clusterId AND a.msg_id = d.msg_id
             AND a.group_name = g.name AND (a.attempt = d.attempts OR d.attempts = 0)
             AND NOT ${sentAgain('d.msg_id', 'g.name', 'a.reported_at', 'd.dead_at')}
           ORDER BY a.attempt DESC LIMIT 1) r
        WHERE d.cluster_id = $clusterId AND ($ids::bigint[] IS NULL OR d.dead_letter_id = ANY ($ids))
          AND ($messageIds::text[] IS NULL OR d.msg_id = ANY ($messageIds))`,
      values,
    ),
  );
  return rows;
}

/** Where the letter itself does not show how often it was delivered, the report of its last delivery does. */
export async function letterDeliveries(
  db: Queryable,
  letters: readonly Pick<ReportedLetter, 'id' | 'attempt'>[],
): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_dead_letter d SET attempts = n.attempt
         FROM unnest($ids::bigint[], $attempts::smallint[]) n (id, attempt)
        WHERE d.dead_letter_id = n.id AND d.attempts = 0`,
      { ids: letters.map(({ id }) => id), attempts: letters.map(({ attempt }) => attempt) },
    ),
  );
}

/** Forgets reports of deliveries long ago. @returns how many */
export async function clusterReportPrune(
  db: Queryable,
  now: Date | null,
  keepMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM cluster_report WHERE (cluster_id, msg_id, group_name, attempt) IN (
         SELECT r.cluster_id, r.msg_id, r.group_name, r.attempt FROM cluster_report r
          WHERE r.reported_at < coalesce($now::timestamptz, clock_timestamp()) - $keepMs * interval '1 ms'
          ORDER BY r.reported_at LIMIT $limit)`,
      { now, keepMs, limit },
    ),
  );
  return rowCount ?? 0;
}
