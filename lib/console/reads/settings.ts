import 'server-only';
import { type Rights, type Role, roles, tokenRights } from '../../auth/permission';
import { sessionLimits } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { sql } from '../../store/sql';

/** Read models of the settings pages. The caller has required the permission; no hash is ever selected. */

export interface UserView {
  readonly operatorId: number;
  readonly email: string;
  readonly role: Role;
  readonly status: 'active' | 'invited' | 'disabled';
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  /** How the person can prove who they are, in words. */
  readonly ways: readonly string[];
  readonly hasSecondFactor: boolean;
}

export async function listUsers(): Promise<UserView[]> {
  const { prisma } = getRuntime().store;
  const [operators, invited] = await Promise.all([
    prisma.operator.findMany({
      select: {
        ...{ operatorId: true, email: true, role: true, disabledAt: true, createdAt: true, lastSignInAt: true },
        totp: { select: { confirmedAt: true } },
        passkey: { select: { passkeyId: true } },
        oidcIdentity: { select: { issuer: true } },
      },
      orderBy: { email: 'asc' },
    }),
    prisma.operator.findMany({ where: { passwordHash: null }, select: { operatorId: true } }),
  ]);
  const withoutPassword = new Set(invited.map((operator) => operator.operatorId));
  return operators.map((operator) => {
    const hasPassword = !withoutPassword.has(operator.operatorId);
    const [passkeys, identities] = [operator.passkey.length, operator.oidcIdentity.length];
    const hasApp = (operator.totp?.confirmedAt ?? null) !== null;
    const isInvited = !hasPassword && passkeys === 0 && identities === 0;
    return {
      operatorId: operator.operatorId,
      email: operator.email,
      role: toRole(operator.role),
      status: operator.disabledAt !== null ? 'disabled' : isInvited ? 'invited' : 'active',
      createdAt: operator.createdAt.toISOString(),
      lastSignInAt: operator.lastSignInAt?.toISOString() ?? null,
      ways: [
        ...(hasPassword ? ['password'] : []),
        ...(hasApp ? ['app'] : []),
        ...(passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]),
        ...(identities === 0 ? [] : ['single sign-on']),
      ],
      hasSecondFactor: hasApp || passkeys > 0,
    };
  });
}

function toRole(text: string): Role {
  return roles.find((role) => role === text) ?? 'member';
}

export interface SessionView {
  readonly sessionId: number;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly address: string;
  readonly agent: string;
}

/** Sessions that still work, newest first. */
export async function listSessions(operatorId: number): Promise<SessionView[]> {
  const { prisma, console } = getRuntime().store;
  const { rows } = await console.query<{ idle_since: Date; opened_since: Date }>(
    sql(
      `SELECT clock_timestamp() - make_interval(mins => $idleMinutes) AS idle_since, clock_timestamp() -
        make_interval(hours => $absoluteHours) AS opened_since`,
      { idleMinutes: sessionLimits.idleMinutes, absoluteHours: sessionLimits.absoluteHours },
    ),
  );
  const limits = rows[0];
  const sessions = await prisma.operatorSession.findMany({
    where: {
      operatorId,
      ...(limits === undefined
        ? {}
        : { lastSeenAt: { gt: limits.idle_since }, createdAt: { gt: limits.opened_since } }),
    },
    select: { sessionId: true, createdAt: true, lastSeenAt: true, address: true, agent: true },
    orderBy: { createdAt: 'desc' },
  });
  return sessions.map((session) => ({
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  }));
}

export interface ApiTokenView {
  readonly apiTokenId: number;
  readonly name: string;
  readonly shownStart: string;
  readonly rights: Rights;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Null: it does not expire. */
  readonly expiresAt: string | null;
  readonly expired: boolean;
  /** The secret before the last rotation works until then; null: there is none. */
  readonly oldUntil: string | null;
}

export async function listApiTokens(): Promise<ApiTokenView[]> {
  const { prisma, console } = getRuntime().store;
  const now = await databaseTime(console);
  const tokens = await prisma.apiToken.findMany({
    select: {
      apiTokenId: true,
      name: true,
      shownStart: true,
      rights: true,
      createdBy: true,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
      expiresAt: true,
      oldUntil: true,
    },
    orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { apiTokenId: 'desc' }],
    take: 500,
  });
  return tokens.map((token) => ({
    ...token,
    rights: tokenRights.find((rights) => rights === token.rights) ?? 'viewer',
    expiresAt: token.expiresAt?.toISOString() ?? null,
    expired: token.expiresAt !== null && token.expiresAt <= now,
    oldUntil: token.oldUntil !== null && token.oldUntil > now ? token.oldUntil.toISOString() : null,
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
  }));
}
