import 'server-only';
import type { Rights, Role } from '../../auth/permission';
import { sessionLimits } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { sql } from '../../store/sql';

/** Read models of the settings pages. The caller has required the permission; no hash is ever selected. */

export interface UserView {
  readonly operatorId: number;
  readonly email: string;
  readonly role: Role;
  readonly status: 'active' | 'invited' | 'disabled';
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
}

export async function listUsers(): Promise<UserView[]> {
  const { prisma } = getRuntime().store;
  const [operators, invited] = await Promise.all([
    prisma.operator.findMany({
      select: { operatorId: true, email: true, role: true, disabledAt: true, createdAt: true, lastSignInAt: true },
      orderBy: { email: 'asc' },
    }),
    prisma.operator.findMany({ where: { passwordHash: null }, select: { operatorId: true } }),
  ]);
  const withoutPassword = new Set(invited.map((operator) => operator.operatorId));
  return operators.map((operator) => ({
    operatorId: operator.operatorId,
    email: operator.email,
    role: toRole(operator.role),
    status: operator.disabledAt !== null ? 'disabled' : withoutPassword.has(operator.operatorId) ? 'invited' : 'active',
    createdAt: operator.createdAt.toISOString(),
    lastSignInAt: operator.lastSignInAt?.toISOString() ?? null,
  }));
}

function toRole(text: string): Role {
  return text === 'admin' || text === 'operator' ? text : 'viewer';
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
}

export async function listApiTokens(): Promise<ApiTokenView[]> {
  const tokens = await getRuntime().store.prisma.apiToken.findMany({
    select: {
      apiTokenId: true,
      name: true,
      shownStart: true,
      rights: true,
      createdBy: true,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
    },
    orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { apiTokenId: 'desc' }],
    take: 500,
  });
  return tokens.map((token) => ({
    ...token,
    rights: token.rights === 'failures' ? 'failures' : toRole(token.rights),
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
  }));
}
