'use server';

import { action } from '../http/operation';
import { deleteGroup } from '../operations/groups/delete';
import { pauseGroup, resumeGroup } from '../operations/groups/pause';
import { createGroup, updateGroup } from '../operations/groups/put';
import { resetGroupOffset } from '../operations/groups/reset-offset';
import { undoGroupReset } from '../operations/groups/undo-reset';
import { makeGroupEqual, revertGroup } from '../operations/groups/revert';

export const createGroupAction = action(createGroup);
export const updateGroupAction = action(updateGroup);
export const pauseGroupAction = action(pauseGroup);
export const resumeGroupAction = action(resumeGroup);
export const revertGroupAction = action(revertGroup);
export const makeGroupEqualAction = action(makeGroupEqual);
export const resetOffsetAction = action(resetGroupOffset);
export const undoResetAction = action(undoGroupReset);
export const deleteGroupAction = action(deleteGroup);
