import 'server-only';
import { z } from 'zod';
import { addMember } from '../../auth/teams/add-member';
import { changeMember } from '../../auth/teams/change-member';
import { changeTeam } from '../../auth/teams/change-team';
import { teamNotFound } from '../../auth/teams/known-team';
import { makeTeam } from '../../auth/teams/make-team';
import { removeMember } from '../../auth/teams/remove-member';
import { removeTeam } from '../../auth/teams/remove-team';
import { MEMBER_KINDS } from '../../model/team';
import type { ConsoleContext } from '../http/context';
import { defineRoute } from '../http/define-route';
import { listTeams, type TeamView } from '../reads/teams';
import { rowId } from '../schemas/row-id';
import { memberFields, teamFields, teamRole } from '../schemas/team';
import { time } from '../schemas/shapes';

const TAG = 'Teams';
const ofAll = { tag: TAG, permission: 'team:manage', subject: 'system' } as const;
const ofOne = {
  tag: TAG,
  permission: 'team:members',
  subject: { team: (input: { readonly params: { readonly id: number } }) => input.params.id },
} as const;

const number = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a number, in digits')
  .transform(Number)
  .pipe(rowId);
const params = z.strictObject({ id: number.describe('Team') });
const memberParams = z.strictObject({ id: number.describe('Team'), memberId: number.describe('Member') });

const memberShape = z
  .object({
    id: z.int(),
    kind: z.enum(MEMBER_KINDS),
    name: z.string(),
    role: teamRole,
    everywhere: z.string().nullable().describe('The role or right that it has for everything; null: none'),
    unusable: z
      .enum(['disabled', 'revoked', 'expired'])
      .nullable()
      .describe('Why the account or token has no rights now; null: it has them'),
  })
  .meta({ id: 'TeamMember' });

const teamShape = z
  .object({
    id: z.int(),
    name: z.string(),
    prefixes: z.array(z.string()),
    version: z.int(),
    createdBy: z.string(),
    createdAt: time,
    role: teamRole.nullable().describe('The role of the caller in it; null: not a member'),
    members: z.array(memberShape).nullable().describe('null: shown to owners of the team and to administrators'),
  })
  .meta({ id: 'Team' });

function toShape({ teamId, prefixes, members, ...team }: TeamView): z.input<typeof teamShape> {
  return {
    ...team,
    id: teamId,
    prefixes: [...prefixes],
    members: members?.map(({ memberId, refused: _refused, ...member }) => ({ ...member, id: memberId })) ?? null,
  };
}

/** As it is after the change. */
async function readTeam(ctx: ConsoleContext, teamId: number): Promise<z.input<typeof teamShape>> {
  const [team] = await listTeams(ctx, teamId);
  if (team === undefined) throw teamNotFound(teamId);
  return toShape(team);
}

export const listTeamsRoute = defineRoute({
  method: 'get',
  path: '/teams',
  name: 'listTeams',
  summary: 'List all teams, or for members the teams that they are in',
  ...{ tag: TAG, permission: 'team:read', subject: 'own' },
  answers: [{ status: 200, description: 'By name', schema: z.object({ items: z.array(teamShape) }) }],
  run: async (ctx) => ({ status: 200, body: { items: (await listTeams(ctx)).map(toShape) } }),
});

export const createTeamRoute = defineRoute({
  method: 'post',
  path: '/teams',
  name: 'createTeam',
  summary: 'Create a team without members',
  ...ofAll,
  body: z.strictObject(teamFields),
  answers: [{ status: 201, description: 'Created', schema: teamShape }],
  run: async (ctx, { body }) => {
    const { teamId } = await makeTeam(ctx.store, ctx.actor, body);
    return { status: 201, body: await readTeam(ctx, teamId) };
  },
});

export const putTeamRoute = defineRoute({
  method: 'put',
  path: '/teams/{id}',
  name: 'putTeam',
  summary: 'Replace name and prefixes of a team',
  ...ofAll,
  params,
  body: z.strictObject({
    ...teamFields,
    version: rowId.optional().describe('Refused with 409 when the team is at another one'),
  }),
  answers: [{ status: 200, description: 'Changed', schema: teamShape }],
  run: async (ctx, { params: { id }, body }) => {
    await changeTeam(ctx.store, ctx.actor, { ...body, teamId: id });
    return { status: 200, body: await readTeam(ctx, id) };
  },
});

export const deleteTeamRoute = defineRoute({
  method: 'delete',
  path: '/teams/{id}',
  name: 'deleteTeam',
  summary: 'Delete a team: its members lose what it gave them',
  ...ofAll,
  params,
  answers: [{ status: 200, description: 'Deleted', schema: z.object({ id: z.int() }) }],
  run: async ({ store, actor }, { params: { id } }) => {
    await removeTeam(store, actor, id);
    return { status: 200, body: { id } };
  },
});

export const addTeamMemberRoute = defineRoute({
  method: 'post',
  path: '/teams/{id}/members',
  name: 'addTeamMember',
  summary: 'Add a person, an API token or a group of the OpenID provider to a team',
  ...ofOne,
  params,
  body: z.strictObject(memberFields),
  answers: [{ status: 201, description: 'The team with its members', schema: teamShape }],
  run: async (ctx, { params: { id }, body }) => {
    await addMember(ctx.store, ctx, { ...body, teamId: id });
    return { status: 201, body: await readTeam(ctx, id) };
  },
});

export const putTeamMemberRoute = defineRoute({
  method: 'put',
  path: '/teams/{id}/members/{memberId}',
  name: 'putTeamMember',
  summary: 'Give a member another role in the team',
  ...ofOne,
  params: memberParams,
  body: z.strictObject({ role: teamRole }),
  answers: [{ status: 200, description: 'The team with its members', schema: teamShape }],
  run: async (ctx, { params: { id, memberId }, body: { role } }) => {
    await changeMember(ctx.store, ctx, { teamId: id, memberId, role });
    return { status: 200, body: await readTeam(ctx, id) };
  },
});

export const deleteTeamMemberRoute = defineRoute({
  method: 'delete',
  path: '/teams/{id}/members/{memberId}',
  name: 'deleteTeamMember',
  summary: 'Remove a member: what the team gave it ends with its next request',
  ...ofOne,
  params: memberParams,
  answers: [{ status: 200, description: 'The team with its members', schema: teamShape }],
  run: async (ctx, { params: { id, memberId } }) => {
    await removeMember(ctx.store, ctx, { teamId: id, memberId });
    return { status: 200, body: await readTeam(ctx, id) };
  },
});
