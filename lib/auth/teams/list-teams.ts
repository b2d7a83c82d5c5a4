import { type MemberKind, TEAM_ROLES, type TeamRole } from '../../model/access/team';
import type { Store } from '../../store/client';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { canEverywhere, canInTeam, type Principal } from '../permission';
import { whyNotChange } from './changer';
import { tell } from '../../model/language/t';

export interface TeamMemberView {
  readonly memberId: number;
  readonly kind: MemberKind;
  readonly name: string;
  readonly role: TeamRole;
  /** A person or token with a role for everything has it beside the team's. */
  readonly everywhere: string | null;
  /** Why it gives no rights now; null: it does. */
  readonly unusable: 'disabled' | 'revoked' | 'expired' | null;
  /** Why the caller may not change it; null: they may. */
  readonly refused: string | null;
}

export interface TeamView {
  readonly teamId: number;
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** The caller's own; null: none, as for an administrator. */
  readonly role: TeamRole | null;
  /** Null: who is in a team is shown to its owners and to administrators. */
  readonly members: readonly TeamMemberView[] | null;
}

type Reader = Pick<Principal, 'kind' | 'role' | 'grants' | 'operatorId'>;
type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

/**
 * By name: for an administrator all teams, for others the teams that they are in. The caller has required the
 * permission.
 */
export async function listTeams(store: ConsoleStore, principal: Reader, teamId?: number): Promise<TeamView[]> {
  const own = principal.grants.flatMap((grant) => grant.teamId ?? []);
  const seen = canEverywhere(principal, 'team:read') ? null : own;
  const [now, teams] = await Promise.all([databaseTime(store.console), findTeams(store, seen, teamId ?? null)]);
  return teams.map(({ teamMember, ...team }) => {
    const mayChange = canEverywhere(principal, 'team:members') || canInTeam(principal, team.teamId, 'team:members');
    return {
      ...team,
      role: roleIn(principal, team.teamId),
      members: mayChange === true ? teamMember.map((member) => toView(member, principal, now)) : null,
    };
  });
}

/** @param seen null: all @param teamId null: each of them */
function findTeams({ prisma }: Pick<Store, 'prisma'>, seen: number[] | null, teamId: number | null) {
  return prisma.team.findMany({
    where: { AND: [seen === null ? {} : { teamId: { in: seen } }, teamId === null ? {} : { teamId }] },
    orderBy: { name: 'asc' },
    include: {
      teamMember: {
        orderBy: { memberId: 'asc' },
        include: {
          operator: { select: { email: true, role: true, disabledAt: true } },
          apiToken: { select: { name: true, rights: true, revokedAt: true, expiresAt: true } },
        },
      },
    },
  });
}

type MemberRow = Awaited<ReturnType<typeof findTeams>>[number]['teamMember'][number];

function toView(
  { memberId, role, operatorId, operator, apiToken, oidcGroup }: MemberRow,
  principal: Reader,
  now: Date,
): TeamMemberView {
  const own = operator?.role ?? apiToken?.rights ?? 'member';
  const kind = operator !== null ? 'person' : apiToken !== null ? 'token' : 'oidc-group';
  const refused = whyNotChange(principal, { kind, operatorId });
  return {
    memberId,
    kind,
    name: operator?.email ?? apiToken?.name ?? oidcGroup ?? '',
    role: toRole(role),
    everywhere: own === 'member' ? null : own,
    unusable: whyUnusable({ operator, apiToken }, now),
    refused: refused === null ? null : tell(refused),
  };
}

function whyUnusable(
  { operator, apiToken }: Pick<MemberRow, 'operator' | 'apiToken'>,
  now: Date,
): TeamMemberView['unusable'] {
  if (operator !== null) return operator.disabledAt === null ? null : 'disabled';
  if (apiToken === null) return null;
  if (apiToken.revokedAt !== null) return 'revoked';
  return apiToken.expiresAt !== null && apiToken.expiresAt <= now ? 'expired' : null;
}

/** The most that the caller has in it, however they are a member. */
function roleIn({ grants }: Reader, teamId: number): TeamRole | null {
  const held = grants.filter((grant) => grant.teamId === teamId).map(({ role }) => role);
  return TEAM_ROLES.toReversed().find((role) => held.includes(role)) ?? null;
}

function toRole(text: string): TeamRole {
  return TEAM_ROLES.find((each) => each === text) ?? 'viewer';
}
