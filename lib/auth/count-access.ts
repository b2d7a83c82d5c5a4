import type { Store } from '../store/client';

export interface AccessCounts {
  readonly users: number;
  readonly teams: number;
  readonly tokens: number;
  readonly accessKeys: number;
  readonly clusters: number;
}

/** How many there are of each. Disabled accounts and keys, and revoked tokens, are not counted. */
export async function countAccess({ prisma }: Pick<Store, 'prisma'>): Promise<AccessCounts> {
  const [users, teams, tokens, accessKeys, clusters] = await Promise.all([
    prisma.operator.count({ where: { disabledAt: null } }),
    prisma.team.count(),
    prisma.apiToken.count({ where: { revokedAt: null } }),
    prisma.accessKey.count({ where: { disabledAt: null } }),
    prisma.cluster.count(),
  ]);
  return { users, teams, tokens, accessKeys, clusters };
}
