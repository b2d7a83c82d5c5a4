import type { ApiRoute } from '../http/define-route';
import { isPublic, route } from '../http/operation';
import * as brokerAccess from '../operations/brokers/access';
import * as brokerChangeAccess from '../operations/brokers/change-access';
import * as brokerSetting from '../operations/brokers/change-setting';
import * as brokerConsume from '../operations/brokers/consume';
import * as brokerGroups from '../operations/brokers/groups';
import * as brokerList from '../operations/brokers/list';
import * as brokerLoad from '../operations/brokers/load';
import * as brokerMessages from '../operations/brokers/messages';
import * as brokerTimers from '../operations/brokers/timers';
import * as changeLetters from '../operations/dead-letters/change';
import * as exportLetters from '../operations/dead-letters/export';
import * as lettersInBrokers from '../operations/dead-letters/in-brokers';
import * as listLetters from '../operations/dead-letters/list';
import * as letterRetention from '../operations/dead-letters/retention';
import * as clientsGroups from '../operations/groups/clients';
import * as deleteGroups from '../operations/groups/delete';
import * as getGroups from '../operations/groups/get';
import * as historyGroups from '../operations/groups/history';
import * as lintGroups from '../operations/groups/lint';
import * as pauseGroups from '../operations/groups/pause';
import * as putGroups from '../operations/groups/put';
import * as replayGroups from '../operations/groups/replay';
import * as resetOffsetGroups from '../operations/groups/reset-offset';
import * as undoResetGroups from '../operations/groups/undo-reset';
import * as revertGroups from '../operations/groups/revert';
import * as approvals from '../operations/approvals/approvals';
import * as alarms from '../operations/alarms/alarms';
import * as alarmChannels from '../operations/alarms/channels';
import * as alarmRules from '../operations/alarms/rules';
import * as connectTopics from '../operations/topics/connect';
import * as createTopics from '../operations/topics/create';
import * as decoderTopics from '../operations/topics/decoder';
import * as deleteTopics from '../operations/topics/delete';
import * as failoverTopics from '../operations/topics/failover';
import * as getTopics from '../operations/topics/get';
import * as sendTestTopics from '../operations/topics/send-test';
import * as updateTopics from '../operations/topics/update';
import * as controlRedrives from '../operations/redrives/control';
import * as getRedrives from '../operations/redrives/get';
import * as redirects from '../operations/redirects/redirects';
import * as startRedrive from '../operations/redrives/start';
import * as scheduled from '../operations/scheduled/scheduled';
import * as backlog from '../operations/backlog/backlog';
import * as handover from '../operations/handover/handover';
import * as history from '../operations/backlog/history';
import * as past from '../operations/backlog/past';
import * as clusters from '../operations/clusters/clusters';
import * as causes from '../operations/causes/causes';
import * as failures from '../operations/messages/failures';
import * as findMessages from '../operations/messages/find';
import * as messages from '../operations/messages/message';
import * as headKeys from '../operations/keys/heads';
import * as keys from '../operations/keys/keys';
import * as limits from '../operations/limits/limits';
import * as managed from '../operations/managed/managed';
import * as move from '../operations/move/move';
import * as problems from '../operations/problems/problems';
import * as retries from '../operations/retries/retries';
import * as settings from '../operations/settings/settings';
import * as transactions from '../operations/transactions/transactions';
import * as teams from '../operations/accounts/teams';
import * as accessKeys from '../operations/access-keys/access-keys';
import * as deletions from '../operations/deletions';

/** All of /api/v1: the operations with an address that these export, and routes. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  approvals,
  problems,
  connectTopics,
  createTopics,
  decoderTopics,
  deleteTopics,
  failoverTopics,
  getTopics,
  sendTestTopics,
  updateTopics,
  limits,
  clientsGroups,
  deleteGroups,
  getGroups,
  historyGroups,
  lintGroups,
  replayGroups,
  pauseGroups,
  putGroups,
  resetOffsetGroups,
  undoResetGroups,
  revertGroups,
  deletions,
  backlog,
  handover,
  history,
  past,
  retries,
  headKeys,
  keys,
  messages,
  findMessages,
  transactions,
  scheduled,
  listLetters,
  exportLetters,
  changeLetters,
  controlRedrives,
  getRedrives,
  startRedrive,
  redirects,
  causes,
  failures,
  teams,
  accessKeys,
  settings,
  letterRetention,
  alarms,
  alarmRules,
  alarmChannels,
  brokerAccess,
  brokerGroups,
  lettersInBrokers,
  brokerList,
  brokerConsume,
  brokerChangeAccess,
  brokerSetting,
  brokerTimers,
  brokerLoad,
  brokerMessages,
  clusters,
  managed,
  move,
];

export const apiRoutes: readonly ApiRoute[] = modules.flatMap((module) =>
  Object.values(module).flatMap((one) => (isPublic(one) ? [route(one)] : isRoute(one) ? [one] : [])),
);

function isRoute(value: unknown): value is ApiRoute {
  return typeof value === 'object' && value !== null && 'operation' in value;
}
