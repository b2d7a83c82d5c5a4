'use server';

import { action } from '../http/operation';
import { createRedirect, endRedirect, pauseRedirect, resumeRedirect } from '../operations/redirects/redirects';
import { previewEdits } from '../operations/redrives/change';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from '../operations/redrives/control';
import { startPlanned } from '../operations/redrives/start';

export const pauseRedriveAction = action(pauseRedrive);
export const resumeRedriveAction = action(resumeRedrive);
export const cancelRedriveAction = action(cancelRedrive);
export const recallRedriveAction = action(recallRedrive);
export const startRedriveAction = action(startPlanned);
export const previewEditsAction = action(previewEdits);
export const createRedirectAction = action(createRedirect);
export const pauseRedirectAction = action(pauseRedirect);
export const resumeRedirectAction = action(resumeRedirect);
export const endRedirectAction = action(endRedirect);
