import { COUNTED_LETTERS } from '../../../model/dead-letter/counted-letters';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface IndexedQueueRow {
  readonly broker: string;
  readonly group: string;
  readonly queueNo: number;
  readonly life: number;
  readonly next: number;
  readonly min: number;
  readonly max: number;
  readonly readAt: Date | null;
  readonly problem: string | null;
  readonly ended: boolean;
  /** Letters of it that are kept here, and how many of them the broker does not have any more. */
  readonly indexed: number;
  readonly goneAtBroker: number;
  /** [{"from": 0, "to": 4, "why": "before"}] @neverNull without a gap it is empty */
  readonly gaps: { readonly from: number; readonly to: number; readonly why: string }[];
}

/** How far each dead-letter topic of a cluster is indexed; of one group, or of all. */
export async function indexedQueues(
  db: Queryable,
  clusterId: number,
  group: string | null,
): Promise<IndexedQueueRow[]> {
  const { rows } = await db.query<IndexedQueueRow>(
    sql(
      `SELECT q.broker, g.name AS "group", q.queue_no AS "queueNo", q.life, q.next_off AS next, q.min_off AS min,
            q.max_off AS max, q.read_at AS "readAt", q.problem, q.ended_at IS NOT NULL AS ended, n.indexed,
            n.gone AS "goneAtBroker",
            coalesce((SELECT jsonb_agg(jsonb_build_object('from', p.from_off, 'to', p.to_off, 'why', p.why)
                        ORDER BY p.from_off) FROM cluster_letter_gap p WHERE p.queue_id = q.queue_id), '[]') AS gaps
       FROM cluster_letter_queue q JOIN cluster_consumer_group g ON g.group_id = q.group_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS indexed, count(*) FILTER (WHERE q.ended_at IS NOT NULL OR l.off < q.min_off) AS gone
          FROM (SELECT d.off FROM cluster_dead_letter d WHERE d.group_id = q.group_id AND d.queue_id = q.queue_id
                 ORDER BY d.off LIMIT ${COUNTED_LETTERS}) l) n
      -- Below 0 is what was moved there from this installation: no broker has it.
      WHERE q.cluster_id = $clusterId AND q.queue_no >= 0 AND ($group::text IS NULL OR g.name = $group)
      ORDER BY g.name, q.broker, q.queue_no, q.life DESC`,
      { clusterId, group },
    ),
  );
  return rows;
}

export interface IndexRoundRow {
  readonly roundAt: Date | null;
  readonly brokers: string[];
  readonly silent: Record<string, string>;
}

/** Null: no process has indexed this cluster yet. */
export async function indexRoundOf(db: Queryable, clusterId: number): Promise<IndexRoundRow | null> {
  const { rows } = await db.query<IndexRoundRow>(
    'SELECT round_at AS "roundAt", brokers, silent FROM cluster_index WHERE cluster_id = $1',
    [clusterId],
  );
  return rows[0] ?? null;
}

export interface AwayBroker {
  readonly broker: string;
  /** @neverNull one that is away has a reason */
  readonly reason: string;
}

/** A step comes every 10 s; what was seen before that long ago is not of now. */
const SEEN_MS = 60_000;

/** Brokers that did not answer when the cluster was last sampled. */
export async function awayBrokers(db: Queryable, now: Date | null, clusterId: number): Promise<AwayBroker[]> {
  const { rows } = await db.query<AwayBroker>(
    sql(
      `SELECT p.name AS broker, p.away_why AS reason FROM cluster_peer p
        WHERE p.cluster_id = $clusterId AND p.kind = 'broker' AND p.away_since IS NOT NULL AND p.away_why IS NOT NULL
          AND p.checked_at > coalesce($now::timestamptz, clock_timestamp()) - ${SEEN_MS} * interval '1 ms'
        ORDER BY p.name`,
      { now, clusterId },
    ),
  );
  return rows;
}
