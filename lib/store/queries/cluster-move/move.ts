import { fromKept, kept, toReason } from '../../../model/language/retell';
import type { Reason } from '../../../model/language/t';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export const MOVE_STEPS = [
  ...(['settings', 'switch', 'pause', 'take', 'taking', 'send', 'sending', 'done', 'cancelled'] as const),
] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

/** What came of a step for one topic or group at one broker, or as a whole. */
export interface OutcomeRow {
  readonly what: Reason;
  /** Null: of no broker. */
  readonly broker: string | null;
  readonly did: Reason;
  /** Null: it went well. */
  readonly problem: Reason | null;
}

export interface StepOutcome {
  readonly step: MoveStep;
  readonly at: string;
  readonly by: string;
  readonly rows: readonly OutcomeRow[];
}

export interface MoveRow {
  readonly moveId: number;
  readonly clusterId: number;
  readonly cluster: string;
  readonly step: MoveStep;
  readonly topics: string[];
  readonly overwrite: boolean;
  readonly brokers: string[];
  readonly outcomes: StepOutcome[];
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly failedWhy: Reason | null;
}

const COLUMNS = `m.move_id AS "moveId", m.cluster_id AS "clusterId", c.name AS cluster, m.step, m.topics, m.overwrite,
  m.brokers, m.outcomes, m.reason, m.created_by AS "createdBy", m.created_at AS "createdAt",
  m.finished_at AS "finishedAt", m.failed_why AS "failedWhy"`;

type StoredMove = Omit<MoveRow, 'failedWhy'> & { readonly failedWhy: string | null };

/** What came of its steps is kept as messages; an older release kept it as English text. */
function read(rows: readonly StoredMove[]): MoveRow[] {
  return rows.map(({ outcomes, failedWhy, ...move }) => ({
    ...{ ...move, failedWhy: failedWhy === null ? null : fromKept(failedWhy) },
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      rows: outcome.rows.map(({ what, did, problem, ...row }) => ({
        ...{ ...row, what: toReason(what), did: toReason(did) },
        problem: problem === null ? null : toReason(problem),
      })),
    })),
  }));
}

/** The open one of a cluster, or the last that ended; null: there was none. */
export async function moveNewest(db: Queryable, clusterId: number): Promise<MoveRow | null> {
  const { rows } = await db.query<StoredMove>(
    `SELECT ${COLUMNS} FROM cluster_move m JOIN cluster c ON c.cluster_id = m.cluster_id
      WHERE m.cluster_id = $1 ORDER BY m.finished_at IS NOT NULL, m.move_id DESC LIMIT 1`,
    [clusterId],
  );
  return read(rows)[0] ?? null;
}

/** Moves that a worker goes on with. */
export async function movesUnderWay(db: Queryable): Promise<MoveRow[]> {
  const { rows } = await db.query<StoredMove>(
    `SELECT ${COLUMNS} FROM cluster_move m JOIN cluster c ON c.cluster_id = m.cluster_id
      WHERE m.step IN ('taking', 'sending') ORDER BY m.move_id`,
  );
  return read(rows);
}

/** The open one, for the caller that changes it: one at a time. Null: none is open. */
export async function moveLock(db: Queryable, clusterId: number): Promise<MoveRow | null> {
  const { rows } = await db.query<StoredMove>(
    `SELECT ${COLUMNS} FROM cluster_move m JOIN cluster c ON c.cluster_id = m.cluster_id
      WHERE m.cluster_id = $1 AND m.finished_at IS NULL FOR UPDATE OF m`,
    [clusterId],
  );
  return read(rows)[0] ?? null;
}

export interface NewMove {
  readonly clusterId: number;
  readonly topics: readonly string[];
  readonly groups: readonly { readonly name: string; readonly messages: boolean }[];
  readonly overwrite: boolean;
  readonly reason: string;
  readonly createdBy: string;
}

/** Null: another one of the cluster is open. */
export async function moveInsert(
  db: Queryable,
  now: Date | null,
  { groups, ...move }: NewMove,
): Promise<number | null> {
  const { rows } = await db.query<{ moveId: number }>(
    sql(
      `WITH made AS (
         INSERT INTO cluster_move (cluster_id, step, topics, overwrite, reason, created_by, created_at)
         VALUES ($clusterId, 'settings', $topics, $overwrite, $reason, $createdBy,
           coalesce($now::timestamptz, clock_timestamp()))
         ON CONFLICT (cluster_id) WHERE finished_at IS NULL DO NOTHING RETURNING move_id
       ), grouped AS (
         INSERT INTO cluster_move_group (move_id, group_name, messages)
         SELECT m.move_id, g.name, g.messages
           FROM made m, unnest($names::text[], $messages::boolean[]) g (name, messages)
       )
       SELECT m.move_id AS "moveId" FROM made m`,
      { now, ...move, names: groups.map(({ name }) => name), messages: groups.map(({ messages }) => messages) },
    ),
  );
  return rows[0]?.moveId ?? null;
}

export interface MoveGroupRow {
  readonly group: string;
  readonly messages: boolean;
  readonly paused: boolean;
  readonly waiting: number;
  readonly dead: number;
  readonly takenAt: Date | null;
  readonly redriveId: number | null;
}

export async function moveGroups(db: Queryable, moveId: number): Promise<MoveGroupRow[]> {
  const { rows } = await db.query<MoveGroupRow>(
    `SELECT group_name AS "group", messages, paused, waiting, dead, taken_at AS "takenAt", redrive_id AS "redriveId"
       FROM cluster_move_group WHERE move_id = $1 ORDER BY group_name`,
    [moveId],
  );
  return rows;
}

/** Adds what came of a step, and goes to the next one, which may be the same. */
export async function moveStep(
  db: Queryable,
  now: Date | null,
  moveId: number,
  { next, outcome }: { readonly next: MoveStep; readonly outcome: Omit<StepOutcome, 'at'> | null },
): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_move m SET step = $next, failed_why = NULL,
              outcomes = CASE WHEN $outcome::jsonb IS NULL THEN m.outcomes
                ELSE m.outcomes || ($outcome::jsonb || jsonb_build_object('at', t.now)) END,
              finished_at = CASE WHEN $next IN ('done', 'cancelled') THEN t.now END
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t WHERE m.move_id = $moveId`,
      { now, moveId, next, outcome: outcome === null ? null : JSON.stringify(outcome) },
    ),
  );
}

export async function moveFailed(db: Queryable, moveId: number, reason: Reason | null): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_move SET failed_why = $why::text
        WHERE move_id = $moveId AND failed_why IS DISTINCT FROM $why`,
      { moveId, why: reason === null ? null : kept(reason) },
    ),
  );
}

/** Letters are spread over these from now on. */
export async function moveBrokers(db: Queryable, moveId: number, brokers: readonly string[]): Promise<void> {
  await db.query(
    sql('UPDATE cluster_move SET brokers = $brokers::text[] WHERE move_id = $moveId', { moveId, brokers }),
  );
}

export async function moveGroupPaused(db: Queryable, moveId: number, group: string): Promise<void> {
  await db.query(
    sql('UPDATE cluster_move_group SET paused = true WHERE move_id = $moveId AND group_name = $group', {
      moveId,
      group,
    }),
  );
}

export async function moveGroupTaken(db: Queryable, now: Date | null, moveId: number, group: string): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_move_group SET taken_at = coalesce($now::timestamptz, clock_timestamp())
        WHERE move_id = $moveId AND group_name = $group AND taken_at IS NULL`,
      { now, moveId, group },
    ),
  );
}

export async function moveGroupSent(db: Queryable, moveId: number, group: string, redriveId: number): Promise<void> {
  await db.query(
    sql('UPDATE cluster_move_group SET redrive_id = $redriveId WHERE move_id = $moveId AND group_name = $group', {
      ...{ moveId, group, redriveId },
    }),
  );
}

/** Takes the next messages of a paused group. The caller holds its locks. @returns how many; none: all were taken */
export async function moveTake(
  db: Queryable,
  now: Date | null,
  input: { readonly moveId: number; readonly groupId: number; readonly most: number },
): Promise<{ readonly waiting: number; readonly dead: number }> {
  const { rows } = await db.query<{ waiting: number; dead: number }>(
    sql('SELECT waiting, dead FROM move_take(p_now => $now, p_move => $moveId, p_group => $groupId, p_most => $most)', {
      now,
      ...input,
    }),
  );
  return rows[0] ?? { waiting: 0, dead: 0 };
}

/** What was sent to which broker by the re-drives of a move, and what of it is where. */
export interface MovedToBroker {
  readonly group: string;
  readonly broker: string;
  readonly state: string;
  readonly count: number;
}

export async function movedToBrokers(db: Queryable, moveId: number): Promise<MovedToBroker[]> {
  const { rows } = await db.query<MovedToBroker>(
    `SELECT g.group_name AS "group", i.broker, i.state, count(*) AS count FROM cluster_move_group g
       JOIN cluster_redrive_item i ON i.redrive_id = g.redrive_id
      WHERE g.move_id = $1 GROUP BY g.group_name, i.broker, i.state ORDER BY g.group_name, i.broker, i.state`,
    [moveId],
  );
  return rows;
}
