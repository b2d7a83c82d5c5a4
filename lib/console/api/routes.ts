import type { ApiRoute } from '../http/define-route';
import * as accessKeys from './access-keys';
import * as alarmChannels from './alarm-channels';
import * as alarmRules from './alarm-rules';
import * as alarms from './alarms';
import * as backlog from './backlog';
import * as causes from './causes';
import * as clusterClients from './cluster-clients';
import * as clusterLetters from './cluster-letters';
import * as clusterPeers from './cluster-peers';
import * as clusterReads from './cluster-reads';
import * as clusters from './clusters';
import * as changeLetters from './change-letters';
import * as deadLetterRetention from './dead-letter-retention';
import * as deadLetters from './dead-letters';
import * as deletions from './deletions';
import * as failures from './failures';
import * as findMessages from './find-messages';
import * as groups from './groups';
import * as keys from './keys';
import * as limits from './limits';
import * as masking from './masking';
import * as messages from './messages';
import * as move from './move';
import * as problems from './problems';
import * as redrives from './redrives';
import * as retries from './retries';
import * as scheduled from './scheduled';
import * as settings from './settings';
import * as startRedrive from './start-redrive';
import * as teams from './teams';
import * as topics from './topics';
import * as transactions from './transactions';

/** Every operation of /api/v1 is exported by one of these; addresses and document are made from what they export. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  problems,
  topics,
  limits,
  groups,
  deletions,
  backlog,
  retries,
  keys,
  messages,
  findMessages,
  transactions,
  scheduled,
  deadLetters,
  changeLetters,
  redrives,
  startRedrive,
  causes,
  failures,
  teams,
  accessKeys,
  settings,
  masking,
  deadLetterRetention,
  alarms,
  alarmRules,
  alarmChannels,
  clusterClients,
  clusterLetters,
  clusterPeers,
  clusterReads,
  clusters,
  move,
];

export const apiRoutes: readonly ApiRoute[] = modules.flatMap((module) => Object.values(module).filter(isRoute));

function isRoute(value: unknown): value is ApiRoute {
  return typeof value === 'object' && value !== null && 'operation' in value;
}
