import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from '../throttle/broker-node';

export interface SilentClientsRow {
  readonly group: string;
  readonly clients: number;
  /** The one that has been silent for the longest. */
  readonly client: string;
  readonly seenAt: Date;
}

/**
 * Consumers that are connected to a node that lives and that no node has heard for `silentMs`, per group. A node that
 * does not report is another problem.
 */
export async function silentClients(db: Queryable, now: Date | null, silentMs: number): Promise<SilentClientsRow[]> {
  const { rows } = await db.query<SilentClientsRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT DISTINCT ON (g.name) g.name AS "group", count(*) OVER (PARTITION BY g.name) AS clients, c.name AS client,
              s.seen_at AS "seenAt"
         FROM t CROSS JOIN group_client s
         JOIN broker_node n ON n.node_id = s.node_id AND n.seen_at >= t.now - interval '${ALIVE_MS} ms'
         JOIN consumer_group g ON g.group_id = s.group_id
         JOIN client c ON c.client_id = s.client_id
        WHERE s.left_at IS NULL AND s.seen_at < t.now - $silentMs * interval '1 ms'
          AND NOT EXISTS (SELECT FROM group_client o WHERE o.group_id = s.group_id AND o.client_id = s.client_id
            AND o.left_at IS NULL AND o.seen_at >= t.now - $silentMs * interval '1 ms')
        ORDER BY g.name, s.seen_at, c.name`,
      { now, silentMs },
    ),
  );
  return rows;
}
