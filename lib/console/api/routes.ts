import { listDeadLettersRoute } from './dead-letters';
import { reportFailureRoute } from './failures';
import { getGroupRoute, listGroupsRoute, putGroupRoute } from './groups';
import { getMessageRoute } from './messages';
import {
  cancelRedriveRoute,
  getRedriveRoute,
  listRedriveItemsRoute,
  listRedrivesRoute,
  pauseRedriveRoute,
  recallRedriveRoute,
  resumeRedriveRoute,
  startRedriveRoute,
} from './redrives';
import type { ApiRoute } from './route';
import { listScheduledRoute, recallScheduledRoute } from './scheduled';
import { createTopicRoute, listTopicsRoute } from './topics';

/** Every operation of /api/v1: what the document lists. A test compares it with the route files. */
export const apiRoutes: readonly ApiRoute[] = [
  listTopicsRoute,
  createTopicRoute,
  listGroupsRoute,
  getGroupRoute,
  putGroupRoute,
  getMessageRoute,
  listScheduledRoute,
  recallScheduledRoute,
  listDeadLettersRoute,
  listRedrivesRoute,
  startRedriveRoute,
  getRedriveRoute,
  listRedriveItemsRoute,
  pauseRedriveRoute,
  resumeRedriveRoute,
  cancelRedriveRoute,
  recallRedriveRoute,
  reportFailureRoute,
];
