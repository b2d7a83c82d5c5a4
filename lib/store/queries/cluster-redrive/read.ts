import type { RedriveWay } from '../../../model/redrive/redrive-way';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { type FlatRedrive, type RedriveRow, type RunSpan, toRedriveRow } from '../redrive/redrive-read';

export interface ClusterRedriveRow extends RedriveRow {
  readonly way: RedriveWay;
  readonly others: string[];
  readonly sending: number;
}

/** The counts of a run `j`, from its items. */
const COUNTS = `
  SELECT count(*) FILTER (WHERE i.state = 'consumed')::int AS consumed,
         count(*) FILTER (WHERE i.state = 'delivered')::int AS "inFlight",
         count(*) FILTER (WHERE i.state = 'retrying')::int AS retrying,
         count(*) FILTER (WHERE i.state = 'died')::int AS "diedAgain",
         count(*) FILTER (WHERE i.state = 'bound')::int AS "notFailed",
         count(*) FILTER (WHERE i.state IN ('planned', 'sending', 'sent'))::int AS "notYetFetched",
         count(*) FILTER (WHERE i.state = 'cancelled')::int AS cancelled,
         count(*) FILTER (WHERE i.state = 'excluded')::int AS excluded,
         count(*) FILTER (WHERE i.state = 'sending')::int AS sending,
         count(*) FILTER (WHERE i.first_failed)::int AS "firstDeliveryFailed",
         0 AS recalled, 0 AS "filteredOut", 0 AS unknown, 0 AS sent,
         count(*) FILTER (WHERE i.sent_at IS NOT NULL)::int AS released, max(i.sent_at) AS "releasedAt"
    FROM cluster_redrive_item i WHERE i.redrive_id = j.redrive_id`;

const COUNTED = `
  SELECT j.redrive_id AS "redriveId", g.name AS "group", j.ordered, j.max_retries AS "maxRetries", j.state, j.phase,
         j.phase_at AS "phaseAt", j.round_at AS "roundAt", j.selection, j.rate_per_second AS "ratePerSecond", j.canary,
         j.ramp, j.abort, j.reason, j.created_by AS "createdBy", j.frozen_at AS "frozenAt",
         j.finished_at AS "finishedAt", j.held_at AS "heldAt", j.held_delay_ms AS "heldDelayMs",
         j.stopped_at AS "stoppedAt", j.stopped_why AS "stoppedWhy", j.stopped_failed AS "stoppedFailed",
         j.stopped_of AS "stoppedOf", j.failing_since AS "failingSince", j.failed_at AS "failedAt",
         j.failed_why AS "failedWhy", j.selected, j.way, j.others, c.*
    FROM job j
    JOIN cluster_consumer_group g ON g.group_id = j.group_id
    CROSS JOIN LATERAL (${COUNTS}) c
   ORDER BY j.redrive_id DESC`;

type Flat = FlatRedrive & Pick<ClusterRedriveRow, 'way' | 'others' | 'sending'>;

export async function clusterRedriveRead(
  db: Queryable,
  clusterId: number,
  redriveId: number,
): Promise<ClusterRedriveRow | null> {
  const { rows } = await db.query<Flat>(
    sql(
      `WITH job AS (SELECT * FROM cluster_redrive WHERE cluster_id = $clusterId AND redrive_id = $redriveId) ${COUNTED}`,
      { clusterId, redriveId },
    ),
  );
  return rows.map(toRow)[0] ?? null;
}

/** Newest first; `openOnly`: still sending or paused. */
export async function clusterRedriveList(
  db: Queryable,
  filter: {
    readonly clusterId: number;
    readonly group: string | null;
    readonly openOnly: boolean;
    readonly span?: RunSpan | undefined;
  },
  before: number | null,
  limit: number,
): Promise<ClusterRedriveRow[]> {
  const { rows } = await db.query<Flat>(
    sql(
      `WITH job AS MATERIALIZED (
       SELECT r.* FROM cluster_redrive r JOIN cluster_consumer_group n ON n.group_id = r.group_id
        WHERE r.cluster_id = $clusterId AND ($group::text IS NULL OR n.name = $group)
          AND (NOT $openOnly::boolean OR r.finished_at IS NULL) AND ($before::int IS NULL OR r.redrive_id < $before)
          AND ($from::timestamptz IS NULL OR (r.finished_at IS NULL OR r.finished_at >= $from) AND r.frozen_at < $to)
        ORDER BY r.redrive_id DESC LIMIT $limit)
     ${COUNTED}`,
      {
        ...{ clusterId: filter.clusterId, group: filter.group, openOnly: filter.openOnly, before, limit },
        ...{ from: filter.span?.from ?? null, to: filter.span?.to ?? null },
      },
    ),
  );
  return rows.map(toRow);
}

export async function clusterRedrivenGroups(db: Queryable, clusterId: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    sql(
      `SELECT g.name FROM cluster_consumer_group g WHERE g.cluster_id = $clusterId
          AND EXISTS (SELECT 1 FROM cluster_redrive r WHERE r.group_id = g.group_id) ORDER BY g.name LIMIT $limit`,
      { clusterId, limit },
    ),
  );
  return rows.map(({ name }) => name);
}

function toRow({ way, others, sending, ...row }: Flat): ClusterRedriveRow {
  return { ...toRedriveRow(row), way, others, sending };
}
