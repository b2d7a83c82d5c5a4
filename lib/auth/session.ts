import type { Store } from '../store/client';
import { type MetadataTransaction, withMetadata } from '../store/metadata';
import type { Queryable } from '../store/queryable';
import { sql } from '../store/sql';
import { appendAudit } from '../store/queries/audit/audit-append';
import { deleteSessions } from '../store/queries/session/session-delete';
import { insertSession, setConfirmedAt, type SignInMethod } from '../store/queries/session/session-insert';
import { resumeSession } from '../store/queries/session/session-resume';
import { teamGrants } from '../store/queries/team/team-grants';
import type { Principal } from './permission';
import { createSecret, hashSecret } from './secret-token';

/** For `confirmedMinutes` after a sign-in, by whatever factors, a person may make sensitive changes. */
export const sessionLimits = { idleMinutes: 30, absoluteHours: 12, confirmedMinutes: 10 } as const;

/** The other end of the connection, as far as it is known. */
export interface Visitor {
  readonly address: string;
  readonly agent: string;
}

/** The cookies of a browser: each may come more than once, and only one of them may be from here. */
export interface Browser extends Visitor {
  readonly sessionTokens: readonly string[];
  readonly deviceTokens: readonly string[];
}

/** What a session was opened with. */
export interface Proof {
  readonly method: SignInMethod;
  /** When another site asked who it is, in seconds since 1970; null: it did not say. Absent: just now. */
  readonly confirmedAt?: number | null;
}

/**
 * A new token on every sign-in; the caller sets it as a cookie and forgets it. The sessions that the browser had end:
 * it keeps one token, and the others would never be ended.
 */
export async function openSession(
  db: MetadataTransaction,
  owner: { readonly operatorId: number; readonly email: string },
  visitor: Visitor,
  replaced: readonly string[] = [],
  { method, confirmedAt }: Proof = { method: 'password' },
): Promise<string> {
  const { secret, hash } = createSecret();
  const sessionsEnded = await deleteSessions(db, replaced.map(hashSecret));
  await insertSession(
    db,
    { tokenHash: hash, operatorId: owner.operatorId, address: visitor.address, agent: visitor.agent, method },
    sessionLimits.absoluteHours,
  );
  if (confirmedAt !== undefined) await setConfirmedAt(db, hash, confirmedAt);
  await appendAudit(db, {
    actor: { kind: 'operator', name: owner.email, address: visitor.address },
    action: 'session.open',
    target: owner.email,
    after: { method },
    counts: sessionsEnded === 0 ? undefined : { sessionsEnded },
  });
  return secret;
}

/**
 * The session of the first token that has one. `slide` is false for background reads of a page: only a person keeps a
 * session alive.
 */
export async function readSession(
  db: Queryable,
  tokens: readonly string[],
  address: string,
  slide: boolean,
): Promise<Principal | null> {
  if (tokens.length === 0) return null;
  const owner = await resumeSession(db, tokens.map(hashSecret), sessionLimits, slide);
  if (owner === null) return null;
  return {
    kind: 'operator',
    name: owner.email,
    role: owner.role,
    grants: await teamGrants(db, { operatorId: owner.operatorId }),
    address,
    operatorId: owner.operatorId,
    sessionId: owner.sessionId,
    confirmed: owner.confirmed,
    language: owner.language,
  };
}

/** Sessions of a person that still work, newest first. */
export async function listSessions({ prisma, console }: Pick<Store, 'console' | 'prisma'>, operatorId: number) {
  const { rows } = await console.query<{ idleSince: Date; openedSince: Date }>(
    sql(
      `SELECT clock_timestamp() - make_interval(mins => $idleMinutes) AS "idleSince", clock_timestamp() -
        make_interval(hours => $absoluteHours) AS "openedSince"`,
      { idleMinutes: sessionLimits.idleMinutes, absoluteHours: sessionLimits.absoluteHours },
    ),
  );
  const [limits] = rows;
  if (limits === undefined) throw new Error('the database did not tell the time');
  return await prisma.operatorSession.findMany({
    where: { operatorId, lastSeenAt: { gt: limits.idleSince }, createdAt: { gt: limits.openedSince } },
    select: { sessionId: true, createdAt: true, lastSeenAt: true, address: true, agent: true },
    orderBy: { createdAt: 'desc' },
  });
}

export async function closeSession(
  prisma: Store['prisma'],
  tokens: readonly string[],
  principal: Principal,
): Promise<{ readonly method: string | null }> {
  return withMetadata(prisma, async (db) => {
    const sessionId = principal.sessionId ?? 0;
    const session = await db.operatorSession.findUnique({ where: { sessionId }, select: { method: true } });
    await deleteSessions(db, tokens.map(hashSecret));
    await appendAudit(db, {
      actor: { kind: principal.kind, name: principal.name, address: principal.address },
      action: 'session.close',
      target: principal.name,
    });
    return { method: session?.method ?? null };
  });
}
