'use server';

import { action } from '../http/operation';
import { addTeamMember, deleteTeam, deleteTeamMember, putTeamMember, saveTeam } from '../operations/accounts/teams';

export const saveTeamAction = action(saveTeam);
export const deleteTeamAction = action(deleteTeam);
export const addTeamMemberAction = action(addTeamMember);
export const changeTeamMemberAction = action(putTeamMember);
export const removeTeamMemberAction = action(deleteTeamMember);
