import { hostOf } from '../../../model/group/client-host';
import type { LeaseHolder } from '../../../model/delivery/revoke';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/**
 * The client `cl` (client) of the group `b` (a row with its group_id), as the node it is connected to reports it, as
 * `k`: for a statement that names who has a message.
 */
export const HOLDER_CLIENT = `
  LEFT JOIN LATERAL (
    SELECT n.address, n.language, n.version, n.access_key FROM group_client n
     WHERE n.group_id = b.group_id AND n.client_id = cl.client_id
     ORDER BY n.left_at DESC NULLS FIRST, n.seen_at DESC LIMIT 1) k ON true`;

export interface HolderRow {
  readonly clientId: number;
  readonly client: string;
  readonly address: string | null;
  readonly sdk: string | null;
}

/** Clients of a group by their numbers; at most as many as are asked for. */
export async function leaseHolders(
  db: Queryable,
  groupId: number,
  clientIds: readonly number[],
): Promise<LeaseHolder[]> {
  if (clientIds.length === 0) return [];
  const { rows } = await db.query<HolderRow>(
    sql(
      `SELECT cl.client_id AS "clientId", cl.name AS client, k.address, k.language || ' ' || k.version AS sdk
         FROM (SELECT $groupId::int AS group_id) b CROSS JOIN client cl ${HOLDER_CLIENT}
        WHERE cl.client_id = ANY ($clientIds::int[]) ORDER BY cl.name`,
      { groupId, clientIds },
    ),
  );
  return rows.map(({ client, address, sdk }) => ({
    client,
    host: address === null ? null : hostOf(address),
    sdk,
    appVersion: null,
  }));
}
