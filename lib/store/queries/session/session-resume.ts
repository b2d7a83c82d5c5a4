import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface SessionOwner {
  readonly operatorId: number;
  readonly email: string;
  readonly role: 'member' | 'viewer' | 'operator' | 'admin';
  readonly sessionId: number;
  /** Null: that of the browser. */
  readonly language: 'en' | 'zh-CN' | 'ja' | null;
  /** Who they are was proved within `confirmedMinutes`. */
  readonly confirmed: boolean;
}

export interface SessionLimits {
  readonly idleMinutes: number;
  readonly absoluteHours: number;
  readonly confirmedMinutes: number;
}

/**
 * The owner of a live session; of several the last, since browsers send cookies for the whole site last. Idle, absolute
 * and disabled are judged in one statement, so a disabled operator is out with the next request. `slide` counts this
 * request as activity; written at most once per 30 s and session.
 */
export async function resumeSession(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  limits: SessionLimits,
  slide: boolean,
): Promise<SessionOwner | null> {
  const { rows } = await db.query<SessionOwner>(
    sql(
      `WITH live AS (
       SELECT s.token_hash, s.session_id, s.last_seen_at, s.confirmed_at, o.operator_id, o.email, o.role, o.language
       FROM operator_session s JOIN operator o USING (operator_id)
       WHERE s.token_hash = ANY($tokenHashes) AND o.disabled_at IS NULL
         AND s.last_seen_at > clock_timestamp() - make_interval(mins => $idleMinutes)
         AND s.created_at > clock_timestamp() - make_interval(hours => $absoluteHours)
       ORDER BY array_position($tokenHashes::bytea[], s.token_hash) DESC LIMIT 1
     ), slid AS (
       UPDATE operator_session s SET last_seen_at = clock_timestamp()
       FROM live WHERE s.token_hash = live.token_hash AND $slide
         AND live.last_seen_at < clock_timestamp() - interval '30 seconds'
     )
     SELECT operator_id AS "operatorId", email, role, language, session_id AS "sessionId",
       confirmed_at > clock_timestamp() - make_interval(mins => $confirmedMinutes) AS confirmed
       FROM live`,
      { tokenHashes, ...limits, slide },
    ),
  );
  return rows[0] ?? null;
}
