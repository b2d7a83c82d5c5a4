'use server';

import { z } from 'zod';
import { addMember } from '../../auth/teams/add-member';
import { changeMember } from '../../auth/teams/change-member';
import { changeTeam } from '../../auth/teams/change-team';
import { makeTeam } from '../../auth/teams/make-team';
import { removeMember } from '../../auth/teams/remove-member';
import { removeTeam } from '../../auth/teams/remove-team';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';
import { memberFields, teamFields, teamRole } from '../schemas/team';

const ofAll = { permission: 'team:manage', subject: 'system' } as const;
const ofOne = {
  permission: 'team:members',
  subject: { team: (input: { readonly teamId: number }) => input.teamId },
} as const;
const teamId = rowId;

export const saveTeamAction = defineAction({
  ...ofAll,
  input: z.strictObject({ ...teamFields, existing: z.strictObject({ teamId, version: rowId }).nullable() }),
  run: async ({ store, actor }, { existing, ...input }) => {
    if (existing !== null) await changeTeam(store, actor, { ...input, ...existing });
    return { teamId: existing?.teamId ?? (await makeTeam(store, actor, input)).teamId };
  },
});

export const deleteTeamAction = defineAction({
  ...ofAll,
  input: z.strictObject({ teamId }),
  run: ({ store, actor }, input) => removeTeam(store, actor, input.teamId),
});

export const addTeamMemberAction = defineAction({
  ...ofOne,
  input: z.strictObject({ teamId, ...memberFields }),
  run: ({ store, actor, principal }, input) => addMember(store, { actor, principal }, input),
});

export const changeTeamMemberAction = defineAction({
  ...ofOne,
  input: z.strictObject({ teamId, memberId: rowId, role: teamRole }),
  run: ({ store, actor, principal }, input) => changeMember(store, { actor, principal }, input),
});

export const removeTeamMemberAction = defineAction({
  ...ofOne,
  input: z.strictObject({ teamId, memberId: rowId }),
  run: ({ store, actor, principal }, input) => removeMember(store, { actor, principal }, input),
});
