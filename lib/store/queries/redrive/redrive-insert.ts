import { firstPhase, type RedriveCare } from '../../../model/redrive/redrive-care';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface NewRedrive {
  readonly groupId: number;
  /** The request as it was asked for, for people to read later. */
  readonly selection: unknown;
  readonly ratePerSecond: number | null;
  readonly reason: string;
  readonly createdBy: string;
  readonly requestId: string | null;
}

/** Null: this request made a re-drive already. */
export async function redriveInsert(db: Queryable, now: Date | null, redrive: NewRedrive): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO redrive (group_id, state, selection, selected, rate_per_second, reason, created_by, request_id,
        frozen_at, round_at, phase_at)
     SELECT $groupId, 'running', $selection, 0, $ratePerSecond, $reason, $createdBy, $requestId, t.now, t.now, t.now
       FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
     ON CONFLICT (request_id) DO NOTHING RETURNING redrive_id AS id`,
      {
        now,
        groupId: redrive.groupId,
        selection: JSON.stringify(redrive.selection),
        ratePerSecond: redrive.ratePerSecond,
        reason: redrive.reason,
        createdBy: redrive.createdBy,
        requestId: redrive.requestId,
      },
    ),
  );
  return rows[0]?.id ?? null;
}

/** How it is to go, once its size is known. */
export async function redriveCare(db: Queryable, redriveId: number, care: RedriveCare): Promise<void> {
  await db.query(
    sql(
      `UPDATE redrive SET canary = $canary, ramp = $ramp, abort = $abort, phase = $phase WHERE redrive_id = $redriveId`,
      {
        redriveId,
        canary: care.canary,
        ramp: JSON.stringify(care.ramp),
        abort: care.abort === null ? null : JSON.stringify(care.abort),
        phase: firstPhase(care),
      },
    ),
  );
}

/** Starts of one group come one after another: two at once could want the same dead letter. */
export async function redriveGroupLock(db: Queryable, groupId: number): Promise<void> {
  await db.query('SELECT 1 FROM consumer_group WHERE group_id = $1 FOR NO KEY UPDATE', [groupId]);
}

export interface RedriveStarted {
  readonly redriveId: number;
  readonly groupId: number;
  readonly selected: number;
  readonly excluded: number;
}

export async function redriveByRequest(db: Queryable, requestId: string): Promise<RedriveStarted | null> {
  const { rows } = await db.query<RedriveStarted>(
    `SELECT r.redrive_id AS "redriveId", r.group_id AS "groupId", r.selected,
            (SELECT count(*)::int FROM redrive_item i WHERE i.redrive_id = r.redrive_id
              AND i.state = 'excluded') AS excluded
       FROM redrive r WHERE r.request_id = $1`,
    [requestId],
  );
  return rows[0] ?? null;
}
