import 'server-only';
import { route } from '../http/operation';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from '../operations/redrives/control';
import { getRedrive, listRedriveMessages, listRedrives } from '../operations/redrives/get';

export const listRedrivesRoute = route(listRedrives);
export const getRedriveRoute = route(getRedrive);
export const listRedriveItemsRoute = route(listRedriveMessages);
export const pauseRedriveRoute = route(pauseRedrive);
export const resumeRedriveRoute = route(resumeRedrive);
export const cancelRedriveRoute = route(cancelRedrive);
export const recallRedriveRoute = route(recallRedrive);
