import { listDeadLettersRoute } from './dead-letters';
import { reportFailureRoute } from './failures';
import { getGroupRoute, listGroupsRoute, putGroupRoute } from './groups';
import { getMessageRoute } from './messages';
import { deleteLimitRoute, listLimitsRoute, putLimitRoute } from './limits';
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
import { listTransactionsRoute, resolveTransactionRoute } from './transactions';
import { createTopicRoute, listTopicsRoute, putFailoverRoute } from './topics';

/** Every operation of /api/v1: what the document lists. A test compares it with the route files. */
export const apiRoutes: readonly ApiRoute[] = [
  listTopicsRoute,
  createTopicRoute,
  putFailoverRoute,
  listLimitsRoute,
  putLimitRoute,
  deleteLimitRoute,
  listGroupsRoute,
  getGroupRoute,
  putGroupRoute,
  getMessageRoute,
  listTransactionsRoute,
  resolveTransactionRoute,
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
