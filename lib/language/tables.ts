import jaAlarms from './ja/alarms.json';
import jaAccess from './ja/access.json';
import jaAudit from './ja/audit.json';
import jaCli from './ja/cli.json';
import jaClusters from './ja/clusters.json';
import jaDeadLetters from './ja/dead-letters.json';
import jaFrame from './ja/frame.json';
import jaGroups from './ja/groups.json';
import jaMessages from './ja/messages.json';
import jaNow from './ja/now.json';
import jaProblem from './ja/problem.json';
import jaRedrives from './ja/redrives.json';
import jaRetries from './ja/retries.json';
import jaThrottling from './ja/throttling.json';
import jaTopics from './ja/topics.json';
import jaServer from './ja/server.json';
import jaSettings from './ja/settings.json';
import zhAlarms from './zh-CN/alarms.json';
import zhAccess from './zh-CN/access.json';
import zhAudit from './zh-CN/audit.json';
import zhCli from './zh-CN/cli.json';
import zhClusters from './zh-CN/clusters.json';
import zhDeadLetters from './zh-CN/dead-letters.json';
import zhFrame from './zh-CN/frame.json';
import zhGroups from './zh-CN/groups.json';
import zhMessages from './zh-CN/messages.json';
import zhNow from './zh-CN/now.json';
import zhProblem from './zh-CN/problem.json';
import zhRedrives from './zh-CN/redrives.json';
import zhRetries from './zh-CN/retries.json';
import zhThrottling from './zh-CN/throttling.json';
import zhTopics from './zh-CN/topics.json';
import zhServer from './zh-CN/server.json';
import zhSettings from './zh-CN/settings.json';

/** A file for each area and language: English to translation, as a translator edits it. See `npm run language`. */
export const ZH = {
  access: zhAccess,
  audit: zhAudit,
  cli: zhCli,
  clusters: zhClusters,
  now: zhNow,
  messages: zhMessages,
  alarms: zhAlarms,
  groups: zhGroups,
  'dead-letters': zhDeadLetters,
  retries: zhRetries,
  throttling: zhThrottling,
  topics: zhTopics,
  redrives: zhRedrives,
  settings: zhSettings,
  problem: zhProblem,
  server: zhServer,
  frame: zhFrame,
};

export const JA = {
  access: jaAccess,
  audit: jaAudit,
  cli: jaCli,
  clusters: jaClusters,
  now: jaNow,
  messages: jaMessages,
  alarms: jaAlarms,
  groups: jaGroups,
  'dead-letters': jaDeadLetters,
  retries: jaRetries,
  throttling: jaThrottling,
  topics: jaTopics,
  redrives: jaRedrives,
  settings: jaSettings,
  problem: jaProblem,
  server: jaServer,
  frame: jaFrame,
};
