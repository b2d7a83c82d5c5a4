import type { Queryable } from '../store/queryable';
import { appendAudit } from '../store/queries/audit/audit-append';
import { deleteSession } from '../store/queries/session/session-delete';
import { insertSession } from '../store/queries/session/session-insert';
import { resumeSession } from '../store/queries/session/session-resume';
import type { Principal } from './permission';
import { createSecret, hashSecret } from './secret-token';

export const sessionLimits = { idleMinutes: 30, absoluteHours: 12 } as const;

/** Who is on the other end, as far as the connection tells. */
export interface Visitor {
  readonly address: string;
  readonly agent: string;
}

/** A new token on every sign-in; the caller sets it as a cookie and forgets it. */
export async function openSession(
  db: Queryable,
  owner: { readonly operatorId: number; readonly email: string },
  visitor: Visitor,
): Promise<string> {
  const { secret, hash } = createSecret();
  await insertSession(
    db,
    { tokenHash: hash, operatorId: owner.operatorId, address: visitor.address, agent: visitor.agent },
    sessionLimits.absoluteHours,
  );
  await appendAudit(db, {
    actor: { kind: 'operator', name: owner.email, address: visitor.address },
    action: 'session.open',
    target: owner.email,
  });
  return secret;
}

/** `slide` false for what a page asks by itself: only a person keeps a session alive. */
export async function readSession(
  db: Queryable,
  token: string,
  address: string,
  slide: boolean,
): Promise<Principal | null> {
  const owner = await resumeSession(db, hashSecret(token), sessionLimits, slide);
  if (owner === null) return null;
  return {
    kind: 'operator',
    name: owner.email,
    role: owner.role,
    address,
    operatorId: owner.operatorId,
    sessionId: owner.sessionId,
  };
}

export async function closeSession(db: Queryable, token: string, principal: Principal): Promise<void> {
  await deleteSession(db, hashSecret(token));
  await appendAudit(db, {
    actor: { kind: principal.kind, name: principal.name, address: principal.address },
    action: 'session.close',
    target: principal.name,
  });
}
