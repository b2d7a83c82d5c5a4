import { hostOf } from '../../../model/group/client-host';
import type { DeliveryProcess } from '../../../model/message/timeline';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { HOLDER_CLIENT } from '../client/lease-holders';

export interface TimelineClientRow extends DeliveryProcess {
  readonly groupId: number;
}

/** The host and the access key of clients, as the nodes they were connected to last reported them. */
export async function timelineClients(
  db: Queryable,
  groupIds: readonly number[],
  clients: readonly string[],
): Promise<TimelineClientRow[]> {
  if (clients.length === 0) return [];
  const { rows } = await db.query<{
    groupId: number;
    client: string;
    address: string | null;
    application: string | null;
  }>(
    sql(
      `SELECT b.group_id AS "groupId", cl.name AS client, k.address, a.name AS application
         FROM unnest($groupIds::int[], $clients::text[]) b (group_id, name)
         JOIN client cl ON cl.name = b.name ${HOLDER_CLIENT}
         LEFT JOIN access_key a ON a.access_key_id = k.access_key`,
      { groupIds, clients },
    ),
  );
  return rows.map(({ address, ...row }) => ({ ...row, host: address === null ? null : hostOf(address) }));
}
