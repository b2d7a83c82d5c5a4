import 'server-only';
import type { MemberKind } from '../../auth/manage-teams';
import { TEAM_ROLES, type TeamRole } from '../../model/team';
import { getRuntime } from '../../runtime/singleton';

export interface TeamMemberView {
  readonly memberId: number;
  readonly kind: MemberKind;
  readonly name: string;
  readonly role: TeamRole;
  /** A person or token with a role for everything has it beside the team's. */
  readonly everywhere: string | null;
}

export interface TeamView {
  readonly teamId: number;
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly members: readonly TeamMemberView[];
}

/** The caller has required the permission. */
export async function listTeams(): Promise<TeamView[]> {
  const teams = await getRuntime().store.prisma.team.findMany({
    orderBy: { name: 'asc' },
    include: {
      teamMember: {
        orderBy: { memberId: 'asc' },
        include: {
          operator: { select: { email: true, role: true } },
          apiToken: { select: { name: true, rights: true } },
        },
      },
    },
  });
  return teams.map(({ teamMember, createdAt, ...team }) => ({
    ...team,
    createdAt: createdAt.toISOString(),
    members: teamMember.map(({ memberId, role, operator, apiToken, oidcGroup }) => {
      const own = operator?.role ?? apiToken?.rights ?? 'member';
      return {
        memberId,
        kind: operator !== null ? 'person' : apiToken !== null ? 'token' : 'oidc-group',
        name: operator?.email ?? apiToken?.name ?? oidcGroup ?? '',
        role: TEAM_ROLES.find((each) => each === role) ?? 'viewer',
        everywhere: own === 'member' ? null : own,
      };
    }),
  }));
}
