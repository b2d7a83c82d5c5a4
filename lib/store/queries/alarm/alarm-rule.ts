import type { RuleFields } from '../../../model/alarm/defaults';
import type { AlarmRule } from '../../../model/alarm/rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface StoredRule extends AlarmRule {
  readonly reason: string;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

const COLUMNS = `rule_id AS "ruleId", watch, nullif(subject, '') AS subject, threshold, window_ms AS "windowMs",
  for_ms AS "forMs",
  clear_below AS "clearBelow", clear_for_ms AS "clearForMs", severity, on_unknown AS "onUnknown",
    unknown_for_ms AS "unknownForMs",
  repeat_ms AS "repeatMs", channel_ids AS "channelIds", enabled, version, reason, updated_by AS "updatedBy",
    updated_at AS "updatedAt"`;

export async function ruleList(db: Queryable): Promise<StoredRule[]> {
  const { rows } = await db.query<StoredRule>(`SELECT ${COLUMNS} FROM alarm_rule ORDER BY rule_id`);
  return rows;
}

export async function ruleLock(db: Queryable, ruleId: number): Promise<StoredRule | null> {
  const { rows } = await db.query<StoredRule>(`SELECT ${COLUMNS} FROM alarm_rule WHERE rule_id = $1 FOR UPDATE`, [
    ruleId,
  ]);
  return rows[0] ?? null;
}

export interface RuleEdit {
  readonly fields: RuleFields;
  readonly reason: string;
  readonly updatedBy: string;
}

/**
 * Not through Prisma, which reads a NULL list of channels (every channel) as an empty one (none).
 * Null: there is one for this watch and subject.
 */
export async function ruleInsert(db: Queryable, now: Date | null, edit: RuleEdit): Promise<StoredRule | null> {
  const { rows } = await db.query<StoredRule>(
    sql(
      `INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity,
        on_unknown, unknown_for_ms,
                             repeat_ms, channel_ids, enabled, reason, updated_by, version, updated_at)
     VALUES ($watch, $subject, $threshold, $windowMs, $forMs, $clearBelow, $clearForMs, $severity, $onUnknown,
       $unknownForMs,
             $repeatMs, $channelIds, $enabled, $reason, $updatedBy, 1, coalesce($now, clock_timestamp()))
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      { now, ...valuesOf(edit) },
    ),
  );
  return rows[0] ?? null;
}

/** Give it a locked rule. Null: another rule has this watch and subject. */
export async function ruleUpdate(
  db: Queryable,
  now: Date | null,
  ruleId: number,
  edit: RuleEdit,
): Promise<StoredRule | null> {
  const { rows } = await db.query<StoredRule>(
    sql(
      `UPDATE alarm_rule r
        SET watch = $watch, subject = $subject, threshold = $threshold, window_ms = $windowMs, for_ms = $forMs,
          clear_below = $clearBelow,
            clear_for_ms = $clearForMs, severity = $severity, on_unknown = $onUnknown, unknown_for_ms = $unknownForMs,
              repeat_ms = $repeatMs,
            channel_ids = $channelIds, enabled = $enabled, reason = $reason, updated_by = $updatedBy,
              version = version + 1,
            updated_at = coalesce($now, clock_timestamp())
      WHERE rule_id = $ruleId
        AND NOT EXISTS (SELECT FROM alarm_rule o WHERE o.watch = $watch AND o.subject = $subject
          AND o.rule_id <> $ruleId)
    RETURNING ${COLUMNS}`,
      { now, ruleId, ...valuesOf(edit) },
    ),
  );
  return rows[0] ?? null;
}

export async function ruleDelete(db: Queryable, ruleId: number): Promise<void> {
  await db.query('DELETE FROM alarm_rule WHERE rule_id = $1', [ruleId]);
}

/** True once per database, for the caller that then makes the default rules. */
export async function claimDefaults(db: Queryable, now: Date | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE alarm_pass SET defaults_at = coalesce($1, clock_timestamp()) WHERE defaults_at IS NULL',
    [now],
  );
  return rowCount === 1;
}

/** How often each rule fired since a moment. */
export async function ruleFirings(db: Queryable, since: Date): Promise<Map<number, number>> {
  const { rows } = await db.query<{ ruleId: number; n: number }>(
    'SELECT rule_id AS "ruleId", count(*) AS n FROM alarm_incident WHERE fired_at >= $1 GROUP BY rule_id',
    [since],
  );
  return new Map(rows.map(({ ruleId, n }) => [ruleId, n]));
}

function valuesOf({ fields, reason, updatedBy }: RuleEdit) {
  return { ...fields, subject: fields.subject ?? '', reason, updatedBy };
}
