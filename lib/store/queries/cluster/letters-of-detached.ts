import type { Queryable } from '../../queryable';

/** Removes letters of clusters that are not attached any more. @returns how many */
export async function lettersOfDetached(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `WITH RECURSIVE seen AS (
       (SELECT d.cluster_id FROM cluster_dead_letter d ORDER BY d.cluster_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.cluster_id FROM cluster_dead_letter d WHERE d.cluster_id > s.cluster_id
                ORDER BY d.cluster_id LIMIT 1)
         FROM seen s WHERE s.cluster_id IS NOT NULL
     ), gone AS (
       DELETE FROM cluster_dead_letter d WHERE d.dead_letter_id IN (
         SELECT o.dead_letter_id FROM cluster_dead_letter o
          WHERE o.cluster_id = (SELECT s.cluster_id FROM seen s WHERE s.cluster_id IS NOT NULL
                                   AND NOT EXISTS (SELECT 1 FROM cluster c WHERE c.cluster_id = s.cluster_id) LIMIT 1)
          LIMIT $1)
       RETURNING d.dead_letter_id, d.group_id, d.queue_id, d.off
     ), texts AS (
       DELETE FROM cluster_letter_text t USING gone g WHERE t.dead_letter_id = g.dead_letter_id
     ), unpacked AS (
       DELETE FROM cluster_letter_unpacked t USING gone g WHERE t.dead_letter_id = g.dead_letter_id
     ), due AS (
       DELETE FROM cluster_letter_text_due t USING gone g WHERE t.dead_letter_id = g.dead_letter_id
     ), reports AS (
       DELETE FROM cluster_failure_report r USING gone g
        WHERE r.group_id = g.group_id AND r.queue_id = g.queue_id AND r.off = g.off
     ), decoders AS (
       DELETE FROM cluster_topic_decoder k
        WHERE NOT EXISTS (SELECT 1 FROM cluster c WHERE c.cluster_id = k.cluster_id)
     ), causes AS (
       DELETE FROM cluster_failure_cause f
        WHERE NOT EXISTS (SELECT 1 FROM cluster c WHERE c.cluster_id = f.cluster_id)
     )
     SELECT 1 FROM gone`,
    [limit],
  );
  return rowCount ?? 0;
}
