import { z } from 'zod';
import { addMember } from '../../../auth/teams/add-member';
import { changeMember } from '../../../auth/teams/change-member';
import { changeTeam } from '../../../auth/teams/change-team';
import { teamNotFound } from '../../../auth/teams/known-team';
import { listTeams as list, type TeamView } from '../../../auth/teams/list-teams';
import { makeTeam } from '../../../auth/teams/make-team';
import { removeMember } from '../../../auth/teams/remove-member';
import { removeTeam } from '../../../auth/teams/remove-team';
import { MEMBER_KINDS } from '../../../model/access/team';
import { operation, type OperationContext } from '../../http/operation';
import { ownership } from '../../schemas/ownership';
import { rowId } from '../../schemas/row-id';
import { time } from '../../schemas/shapes';
import { memberFields, teamFields, teamRole } from '../../schemas/team';
import { msg } from '../../../model/language/t';

const tag = 'Teams';
const ofAll = { needs: 'installation', permission: 'team:manage', subject: 'system', effect: 'change' } as const;
const ofOne = {
  ...ofAll,
  permission: 'team:members',
  subject: { team: ({ id }: { readonly id: number }) => id },
} as const;

const number = z
  .string()
  .regex(/^\d{1,10}$/, msg('{field} must be a number, in digits.'))
  .transform(Number)
  .pipe(rowId);
const id = number.describe('ID of the team');
const memberId = number.describe('ID of the member');

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

const toShape = ({ teamId, members, ...team }: TeamView) => ({
  ...team,
  id: teamId,
  members: members?.map(({ memberId: of, ...member }) => ({ ...member, id: of })) ?? null,
});

const nameOf = async (teamId: number, { broker, principal }: Pick<OperationContext, 'broker' | 'principal'>) =>
  (await list(broker.store, principal, teamId))[0]?.name ?? null;
const kind = 'team' as const;

/** As it is after the change. */
async function teamNow({ broker, principal }: OperationContext, teamId: number) {
  const [team] = await list(broker.store, principal, teamId);
  if (team === undefined) throw teamNotFound(teamId);
  return toShape(team);
}

export const listTeams = operation({
  name: 'listTeams',
  summary: 'List all teams; members see the teams that they belong to',
  ...{ needs: 'installation', permission: 'team:read', subject: 'own', effect: 'read' },
  input: z.strictObject({}),
  output: z.object({ items: z.array(teamShape) }),
  http: { method: 'get', path: '/teams', tag, answer: 'By name' },
  run: async ({ broker, principal }) => ({ items: (await list(broker.store, principal)).map(toShape) }),
});

export const createTeam = operation({
  ...ofAll,
  name: 'createTeam',
  summary: 'Create a team without members',
  input: z.strictObject({ ...teamFields, ...ownership }),
  managed: { kind, name: ({ name }) => name },
  output: teamShape,
  http: { method: 'post', path: '/teams', tag, created: { answer: 'Created' } },
  run: async (ctx, team) => teamNow(ctx, (await makeTeam(ctx.broker.store, ctx.actor, team)).teamId),
});

export const putTeam = operation({
  ...ofAll,
  name: 'putTeam',
  summary: 'Replace name and prefixes of a team',
  input: z.strictObject({
    ...{ id, ...teamFields },
    version: rowId.optional().describe('Version that you read; refused with 409 if it has changed since'),
    ...ownership,
  }),
  managed: { kind, name: ({ id: teamId }, ctx) => nameOf(teamId, ctx), nameAfter: ({ name }) => name },
  output: teamShape,
  http: { method: 'put', path: '/teams/{id}', tag, answer: 'Changed' },
  run: async (ctx, { id: teamId, ...team }) => {
    await changeTeam(ctx.broker.store, ctx.actor, { ...team, teamId });
    return teamNow(ctx, teamId);
  },
});

/** Of the form, which names the version that it shows. */
export const saveTeam = operation({
  ...ofAll,
  name: 'saveTeam',
  summary: 'Create the team that a form describes, or save what was changed in it',
  input: z.strictObject({
    ...teamFields,
    existing: z.strictObject({ teamId: rowId, version: rowId }).nullable(),
    ...ownership,
  }),
  managed: {
    kind,
    name: ({ existing, name }, ctx) => (existing === null ? name : nameOf(existing.teamId, ctx)),
    nameAfter: ({ name }) => name,
  },
  run: async ({ broker: { store }, actor }, { existing, ...team }) => {
    if (existing !== null) await changeTeam(store, actor, { ...team, ...existing });
    return { teamId: existing?.teamId ?? (await makeTeam(store, actor, team)).teamId };
  },
});

export const deleteTeam = operation({
  ...{ ...ofAll, effect: 'destructive' },
  name: 'deleteTeam',
  summary: 'Delete a team: its members lose the rights that it gave them',
  input: z.strictObject({ id, ...ownership }),
  managed: { kind, name: ({ id: teamId }, ctx) => nameOf(teamId, ctx), removes: true },
  output: z.object({ id: z.int() }),
  http: { method: 'delete', path: '/teams/{id}', tag, answer: 'Deleted' },
  run: async ({ broker, actor }, { id: teamId }) => {
    await removeTeam(broker.store, actor, teamId);
    return { id: teamId };
  },
});

export const addTeamMember = operation({
  ...ofOne,
  name: 'addTeamMember',
  summary: 'Add a person, an API token or a group of the OpenID provider to a team',
  input: z.strictObject({ id, ...memberFields }),
  output: teamShape,
  http: { method: 'post', path: '/teams/{id}/members', tag, created: { answer: 'The team with its members' } },
  run: async (ctx, { id: teamId, ...member }) => {
    await addMember(ctx.broker.store, ctx, { ...member, teamId });
    return teamNow(ctx, teamId);
  },
});

const one = { path: '/teams/{id}/members/{memberId}', tag, answer: 'The team with its members' } as const;

export const putTeamMember = operation({
  ...ofOne,
  name: 'putTeamMember',
  summary: 'Change the role of a member of a team',
  input: z.strictObject({ id, memberId, role: teamRole }),
  output: teamShape,
  http: { ...one, method: 'put' },
  run: async (ctx, { id: teamId, ...member }) => {
    await changeMember(ctx.broker.store, ctx, { ...member, teamId });
    return teamNow(ctx, teamId);
  },
});

export const deleteTeamMember = operation({
  ...{ ...ofOne, effect: 'destructive' },
  name: 'deleteTeamMember',
  summary: 'Remove a member from a team: its rights from the team end with its next request',
  input: z.strictObject({ id, memberId }),
  output: teamShape,
  http: { ...one, method: 'delete' },
  run: async (ctx, { id: teamId, memberId: of }) => {
    await removeMember(ctx.broker.store, ctx, { teamId, memberId: of });
    return teamNow(ctx, teamId);
  },
});
