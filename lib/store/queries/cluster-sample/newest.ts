import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface SampledCluster {
  readonly clusterId: number;
  readonly name: string;
  /** The end of the last step; null: none has ended. */
  readonly sampledAt: Date | null;
}

/** Of all attached clusters. */
export async function sampledClusters(db: Queryable): Promise<SampledCluster[]> {
  const { rows } = await db.query<SampledCluster>(
    `SELECT c.cluster_id AS "clusterId", c.name, s.sampled_at AS "sampledAt"
       FROM cluster c LEFT JOIN cluster_sampler s ON s.cluster_id = c.cluster_id ORDER BY c.name`,
  );
  return rows;
}

export interface NewestLevels {
  readonly group: string;
  readonly at: Date;
  /** Null from here on: not known. */
  readonly dead: number | null;
  readonly expiring: number | null;
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly oldestReadyAt: Date | null;
  readonly consumers: number | null;
}

/** The groups of a cluster in its newest step, if that is not older than `since`. */
export async function newestLevels(db: Queryable, since: Date, clusterId: number): Promise<NewestLevels[]> {
  const { rows } = await db.query<NewestLevels>(
    sql(
      `SELECT g.name AS "group", s.at, s.dead, s.expiring, s.ready, s.in_flight AS "inFlight",
              s.oldest_ready_at AS "oldestReadyAt", s.consumers
         FROM cluster_group_sample s JOIN cluster_consumer_group g ON g.group_id = s.group_id
        WHERE s.cluster_id = $clusterId AND s.step_s = 10 AND s.at = (
          SELECT max(n.at) FROM cluster_group_sample n
           WHERE n.cluster_id = $clusterId AND n.step_s = 10 AND n.at >= $since)
        ORDER BY g.name`,
      { since, clusterId },
    ),
  );
  return rows;
}
