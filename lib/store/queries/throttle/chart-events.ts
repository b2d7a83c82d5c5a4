import type { Signal } from '../../../model/signal/signal';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Only the newest events of each kind are read. */
const LOOKED_AT = 50;

export interface LimitEventRow {
  readonly at: Date;
  readonly action: string;
  /** The limit's name. */
  readonly target: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly hardBefore: number | null;
  readonly hardAfter: number | null;
}

/** Limits made, changed and removed in a range, newest first. */
export async function limitEvents(db: Queryable, from: Date, until: Date): Promise<LimitEventRow[]> {
  const { rows } = await db.query<LimitEventRow>(
    sql(
      `SELECT at, action, target, actor, reason, (before->>'hard')::float8 AS "hardBefore",
        (after->>'hard')::float8 AS "hardAfter" FROM (
       SELECT e.* FROM unnest(ARRAY['limit.create', 'limit.update', 'limit.remove']) k (action)
        CROSS JOIN LATERAL (SELECT * FROM audit a WHERE a.action = k.action ORDER BY a.audit_id DESC
          LIMIT $lookedAt) e) x
      WHERE at >= $from AND at < $until ORDER BY audit_id DESC`,
      { from, until, lookedAt: LOOKED_AT },
    ),
  );
  return rows;
}

export interface AlarmEventRow {
  readonly at: Date;
  readonly incidentId: number;
  readonly watch: Signal;
  readonly subject: string;
}

/** Alarms that fired in a range and have to do with the sends of a topic, or of all (null), newest first. */
export async function alarmEvents(
  db: Queryable,
  topic: string | null,
  from: Date,
  until: Date,
): Promise<AlarmEventRow[]> {
  const { rows } = await db.query<AlarmEventRow>(
    sql(
      `SELECT i.fired_at AS at, i.incident_id AS "incidentId", i.watch, i.subject FROM alarm_incident i
      WHERE i.fired_at >= $from AND i.fired_at < $until
        AND ($topic::text IS NULL OR i.watch = 'broker-health' OR (i.watch = 'refused' AND i.subject = $topic)
          OR (i.watch <> 'refused' AND i.subject IN (
              SELECT g.name FROM topic t JOIN queue q ON q.topic_id = t.topic_id
                JOIN group_queue s ON s.queue_id = q.queue_id
                JOIN consumer_group g ON g.group_id = s.group_id WHERE t.name = $topic)))
      ORDER BY i.fired_at DESC LIMIT $lookedAt`,
      { topic, from, until, lookedAt: LOOKED_AT },
    ),
  );
  return rows;
}

export interface RedriveEventRow {
  readonly at: Date;
  readonly redriveId: number;
  readonly group: string;
  readonly selected: number;
}

/** Re-drives started in a range, newest first; of the groups that read a topic, or all (null). */
export async function redriveEvents(
  db: Queryable,
  topic: string | null,
  from: Date,
  until: Date,
): Promise<RedriveEventRow[]> {
  const { rows } = await db.query<RedriveEventRow>(
    sql(
      `SELECT r.frozen_at AS at, r.redrive_id AS "redriveId", g.name AS "group", r.selected
       FROM (SELECT * FROM redrive ORDER BY redrive_id DESC LIMIT $lookedAt) r
         JOIN consumer_group g ON g.group_id = r.group_id
      WHERE r.frozen_at >= $from AND r.frozen_at < $until
        AND ($topic::text IS NULL OR EXISTS (
              SELECT FROM topic t JOIN queue q ON q.topic_id = t.topic_id JOIN group_queue s ON s.queue_id = q.queue_id
               WHERE t.name = $topic AND s.group_id = r.group_id))
      ORDER BY r.redrive_id DESC`,
      { topic, from, until, lookedAt: LOOKED_AT },
    ),
  );
  return rows;
}
