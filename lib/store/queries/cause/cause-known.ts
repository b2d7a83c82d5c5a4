import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CAUSE_COLUMNS, type CauseColumns, type KnownCause, toKnownCause } from './cause-columns';
import type { CausePlace } from './cause-tides';

/** What was reported of these causes and what operators decided about them, in the order that they are asked for. */
export async function causesKnown(db: Queryable, places: readonly CausePlace[]): Promise<KnownCause[]> {
  const { rows } = await db.query<CauseColumns>(
    sql(
      `SELECT ${CAUSE_COLUMNS}
         FROM unnest($groupIds::int[], $fingerprints::text[]) WITH ORDINALITY w (group_id, fingerprint, place)
         LEFT JOIN failure_cause c ON c.group_id = w.group_id AND c.fingerprint = w.fingerprint
        ORDER BY w.place`,
      {
        groupIds: places.map(({ groupId }) => groupId),
        fingerprints: places.map(({ fingerprint }) => fingerprint),
      },
      'causes_known',
    ),
  );
  return rows.map(toKnownCause);
}
