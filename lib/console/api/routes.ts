import {
  createAccessKeyRoute,
  deleteAccessKeyRoute,
  disableAccessKeyRoute,
  enableAccessKeyRoute,
  listAccessKeysRoute,
  putAccessKeyRoute,
  rotateAccessKeyRoute,
} from './access-keys';
import {
  createAlarmChannelRoute,
  deleteAlarmChannelRoute,
  listAlarmChannelsRoute,
  putAlarmChannelRoute,
  testAlarmChannelRoute,
} from './alarm-channels';
import {
  createAlarmRuleRoute,
  deleteAlarmRuleRoute,
  listAlarmRulesRoute,
  previewAlarmRuleRoute,
  putAlarmRuleRoute,
} from './alarm-rules';
import { acknowledgeAlarmRoute, listAlarmsRoute, silenceAlarmRoute, unsilenceAlarmRoute } from './alarms';
import { getGroupBacklogRoute, getHistoryRoute, getTopicBacklogRoute } from './backlog';
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
import type { ApiRoute } from '../http/define-route';
import { listScheduledRoute, recallScheduledRoute } from './scheduled';
import {
  forecastDeadLetterRetentionRoute,
  getDeadLetterRetentionRoute,
  putDeadLetterRetentionRoute,
} from './dead-letter-retention';
import { getProducerRetryRoute, putProducerRetryRoute } from './settings';
import { listTransactionsRoute, resolveTransactionRoute } from './transactions';
import { createTopicRoute, getTopicRoute, listTopicsRoute, putFailoverRoute } from './topics';

/** Every operation of /api/v1: what the document lists. A test compares it with the route files. */
export const apiRoutes: readonly ApiRoute[] = [
  listTopicsRoute,
  createTopicRoute,
  getTopicRoute,
  putFailoverRoute,
  listLimitsRoute,
  putLimitRoute,
  deleteLimitRoute,
  getTopicBacklogRoute,
  listGroupsRoute,
  getGroupRoute,
  putGroupRoute,
  getGroupBacklogRoute,
  getHistoryRoute,
  getMessageRoute,
  listTransactionsRoute,
  resolveTransactionRoute,
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
  listAccessKeysRoute,
  createAccessKeyRoute,
  putAccessKeyRoute,
  rotateAccessKeyRoute,
  disableAccessKeyRoute,
  enableAccessKeyRoute,
  deleteAccessKeyRoute,
  getProducerRetryRoute,
  putProducerRetryRoute,
  getDeadLetterRetentionRoute,
  putDeadLetterRetentionRoute,
  forecastDeadLetterRetentionRoute,
  listAlarmsRoute,
  acknowledgeAlarmRoute,
  silenceAlarmRoute,
  unsilenceAlarmRoute,
  listAlarmRulesRoute,
  createAlarmRuleRoute,
  previewAlarmRuleRoute,
  putAlarmRuleRoute,
  deleteAlarmRuleRoute,
  listAlarmChannelsRoute,
  createAlarmChannelRoute,
  putAlarmChannelRoute,
  deleteAlarmChannelRoute,
  testAlarmChannelRoute,
];
