import type { Queryable } from '../store/queryable';
import { resolveApiToken } from '../store/queries/api-token/api-token-resolve';
import type { Principal } from './permission';
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
): Promise<Principal | null> {
  if (environmentToken !== undefined && equalSecrets(token, environmentToken)) {
    return { kind: 'token', name: 'REDRIVE_API_TOKEN', role: 'admin', address, operatorId: null, sessionId: null };
  }
  const owner = await resolveApiToken(db, hashSecret(token));
  if (owner === null) return null;
  return { kind: 'token', name: owner.name, role: owner.rights, address, operatorId: null, sessionId: null };
}
