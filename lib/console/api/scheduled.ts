import 'server-only';
import { route } from '../http/operation';
import { listScheduled, recallScheduled } from '../operations/scheduled/scheduled';

export const listScheduledRoute = route(listScheduled);
export const recallScheduledRoute = route(recallScheduled);
