import type { Grant } from '../../../model/access/team';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

interface PrefixRow {
  /** @neverNull prefixes hold no null */
  readonly prefix: string;
  readonly role: Grant['role'];
  readonly teamId: number;
}

/** What the teams of a person or a token give: of a person also those of the groups at their provider. */
export async function teamGrants(
  db: Queryable,
  {
    operatorId = null,
    apiTokenId = null,
  }: { readonly operatorId?: number | null; readonly apiTokenId?: number | null },
): Promise<readonly Grant[]> {
  const { rows } = await db.query<PrefixRow>(
    sql(
      `SELECT DISTINCT p.prefix, m.role, t.team_id AS "teamId"
         FROM team_member m JOIN team t ON t.team_id = m.team_id CROSS JOIN LATERAL unnest(t.prefixes) AS p(prefix)
        WHERE m.operator_id = $operatorId OR m.api_token_id = $apiTokenId
           OR m.oidc_group = ANY (SELECT unnest(o.oidc_groups) FROM operator o WHERE o.operator_id = $operatorId)
        ORDER BY p.prefix, m.role, t.team_id`,
      { operatorId, apiTokenId },
    ),
  );
  return rows;
}
