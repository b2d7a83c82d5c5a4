'use server';

import { z } from 'zod';
import { changeTeam, makeTeam, removeMember, removeTeam, setMember } from '../../auth/manage-teams';
import { TEAM_ROLES } from '../../model/team';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

const guard = { permission: 'team:manage', subject: 'system' } as const;
const teamId = rowId;

export const saveTeamAction = defineAction({
  ...guard,
  input: z.strictObject({
    name: z.string().max(1000),
    prefixes: z.array(z.string().max(1000)).max(200),
    existing: z.strictObject({ teamId, version: rowId }).nullable(),
  }),
  run: async ({ store, actor }, { existing, ...input }) => {
    if (existing !== null) await changeTeam(store, actor, { ...input, ...existing });
    return { teamId: existing?.teamId ?? (await makeTeam(store, actor, input)).teamId };
  },
});

export const deleteTeamAction = defineAction({
  ...guard,
  input: z.strictObject({ teamId }),
  run: ({ store, actor }, input) => removeTeam(store, actor, input.teamId),
});

/** Adds a member, or gives one another role. */
export const setTeamMemberAction = defineAction({
  ...guard,
  input: z.strictObject({
    teamId,
    kind: z.enum(['person', 'token', 'oidc-group']),
    name: z.string().trim().min(1, 'Enter who it is.').max(1000),
    role: z.enum(TEAM_ROLES),
  }),
  run: ({ store, actor }, input) => setMember(store, actor, input),
});

export const removeTeamMemberAction = defineAction({
  ...guard,
  input: z.strictObject({ memberId: rowId }),
  run: ({ store, actor }, { memberId }) => removeMember(store, actor, memberId),
});
