import type { Grant } from '../model/access/team';
import type { Queryable } from '../store/queryable';
import { resolveApiToken } from '../store/queries/api-token/api-token-resolve';
import { teamGrants } from '../store/queries/team/team-grants';
import type { Principal, Rights } from './permission';
import { equalSecrets, hashSecret } from './secret-token';

/** The token of "Authorization: Bearer …", or null. */
export function readBearer(authorization: string | null): string | null {
  const match = /^Bearer +([\w.~+/=-]{16,300})$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}

/** REDRIVE_API_TOKEN is an admin; every other token is looked up by its hash. */
export async function readApiToken(
  db: Queryable,
  token: string,
  environmentToken: string | undefined,
  address: string,
  /** False where no team counts: what teams give to the token is not read. */
  inTeams = false,
): Promise<Principal | null> {
  if (environmentToken !== undefined && equalSecrets(token, environmentToken)) {
    return tokenPrincipal('REDRIVE_API_TOKEN', 'admin', address, []);
  }
  const owner = await resolveApiToken(db, hashSecret(token));
  if (owner === null) return null;
  const grants = inTeams ? await teamGrants(db, { apiTokenId: owner.apiTokenId }) : [];
  return tokenPrincipal(owner.name, owner.rights, address, grants);
}

function tokenPrincipal(name: string, role: Rights, address: string, grants: readonly Grant[]): Principal {
  return { kind: 'token', name, role, grants, address, operatorId: null, sessionId: null, confirmed: true };
}
