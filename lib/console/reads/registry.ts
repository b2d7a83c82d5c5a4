import 'server-only';
import type { z } from 'zod';
import { readPath } from '../../model/read-path';
import type { ConsoleRead } from '../http/define-read';
import { read } from '../http/operation';
import { approvalPlan, approvalsPage } from '../operations/approvals/approvals';
import { handoverPage } from '../operations/handover/handover';
import { auditPage } from '../operations/audit/audit';
import { alarmPage, alarmSeries, alarmsPage } from '../operations/alarms/alarms';
import { alarmChannelsPage } from '../operations/alarms/channels';
import { explainAccess, listAccess } from '../operations/brokers/access';
import {
  getAssignments,
  getClientHolds,
  getGroupConnections,
  getGroupLag,
  getWaitingRetries,
  previewBrokerReset,
} from '../operations/brokers/groups';
import { listBrokers } from '../operations/brokers/list';
import { clusterLoadHistory, getClusterLoad, listProducers } from '../operations/brokers/load';
import { findScheduled, listTimers } from '../operations/brokers/timers';
import { clusterMessagesPage, messageCopiesPage } from '../operations/brokers/messages';
import { managedPage } from '../operations/managed/managed';
import { getMove } from '../operations/move/move';
import { alarmLetters } from '../operations/alarms/letters';
import { letterPlan } from '../operations/dead-letters/change';
import { letterPage, readLetterIndex } from '../operations/dead-letters/in-brokers';
import { deadLetterCauses, deadLettersPage, letterGroups } from '../operations/dead-letters/list';
import { groupDeadLetters } from '../operations/dead-letters/of-group';
import { forecastDeadLetterRetention } from '../operations/dead-letters/retention';
import { groupBacklogPage, topicBacklogPage } from '../operations/backlog/backlog';
import { getHistory } from '../operations/backlog/history';
import { getPast } from '../operations/backlog/past';
import { clustersPage, listWorkspaces } from '../operations/clusters/clusters';
import { causeAround, causeFields, causeLetters, causePage, causeSpread } from '../operations/causes/pages';
import { discardsPage } from '../operations/dead-letters/discards';
import { groupClientsPage, listHeldMessages } from '../operations/groups/clients';
import { previewGroupDeletion } from '../operations/groups/delete';
import {
  groupChanges,
  groupConfig,
  groupHead,
  groupHistory,
  groupOverview,
  groupsPage,
  settingsEvidence,
} from '../operations/groups/pages';
import { policyReplay } from '../operations/groups/replay';
import { previewOffsetReset } from '../operations/groups/reset-offset';
import { previewResetUndo } from '../operations/groups/undo-reset';
import { messageBody } from '../operations/messages/body';
import { foundMessages, messagesPage, storedMessage, suggestions } from '../operations/messages/find';
import { messagePage } from '../operations/messages/message';
import { savedViews } from '../operations/accounts/saved-views';
import { accessKeysPage } from '../operations/access-keys/access-keys';
import { listDeletions } from '../operations/deletions';
import { nameTaken } from '../operations/name-taken';
import { messageEdits, redriveEditable, redriveTarget, redriveTopics } from '../operations/redrives/change';
import { redirectPlan, redirectsPage } from '../operations/redirects/redirects';
import { redriveItems, redrivePage, redriveSeries, redrivesPage } from '../operations/redrives/pages';
import { redriveGroups, redrivePlan } from '../operations/redrives/plan';
import { retriesPage, retryPlan, retryTide } from '../operations/retries/pages';
import { transactionsPage } from '../operations/transactions/transactions';
import { headsPlan } from '../operations/keys/heads';
import { blockedKeysPage, keyLane } from '../operations/keys/keys';
import { limitSubjectsPage, limitWhatIfPage, throttlingPage } from '../operations/limits/limits';
import { practicePage } from '../operations/practice/practice';
import { navCounts, problemsPage } from '../operations/problems/problems';
import { scheduledPage } from '../operations/scheduled/scheduled';
import { settingPage } from '../operations/settings/settings';
import { topicConnect } from '../operations/topics/connect';
import { getTopicDecoder } from '../operations/topics/decoder';
import { previewTopicDeletion } from '../operations/topics/delete';
import { getTopicFigures } from '../operations/topics/get';
import {
  brokerTopicPage,
  brokerTopicsPage,
  classicPlace,
  deadLetterTopic,
  liteTopicsPage,
  topicPage,
  topicProducers,
  topicsPage,
} from '../operations/topics/pages';

/** Every read of the console by name. Its address, and the types of useLiveQuery, follow from its entry. */
export const reads = {
  accessKeys: read(accessKeysPage),
  alarm: read(alarmPage),
  alarmChannels: read(alarmChannelsPage),
  alarmLetters: read(alarmLetters),
  alarmSeries: read(alarmSeries),
  alarms: read(alarmsPage),
  assignments: read(getAssignments),
  approvals: read(approvalsPage),
  approvalPlan: read(approvalPlan),
  audit: read(auditPage),
  blockedKeys: read(blockedKeysPage),
  brokerClients: read(getGroupConnections),
  brokerLag: read(getGroupLag),
  brokerReset: read(previewBrokerReset),
  brokerResetUndo: read(previewResetUndo),
  brokerTopic: read(brokerTopicPage),
  brokerProducers: read(listProducers),
  brokerTopics: read(brokerTopicsPage),
  cause: read(causePage),
  letter: read(letterPage),
  letterGroups: read(letterGroups),
  letterIndex: read(readLetterIndex),
  causeAround: read(causeAround),
  causeFields: read(causeFields),
  causeLetters: read(causeLetters),
  causeSpread: read(causeSpread),
  classicPlace: read(classicPlace),
  clientHolds: read(getClientHolds),
  clusterAccess: read(listAccess),
  clusterAccessExplained: read(explainAccess),
  clusterBrokers: read(listBrokers),
  clusterLoad: read(getClusterLoad),
  clusterLoadHistory: read(clusterLoadHistory),
  clusterMessages: read(clusterMessagesPage),
  clusterTimers: read(listTimers),
  foundScheduled: read(findScheduled),
  clusters: read(clustersPage),
  deadLetterCauses: read(deadLetterCauses),
  deadLetterForecast: read(forecastDeadLetterRetention),
  deadLetterTopic: read(deadLetterTopic),
  deadLetters: read(deadLettersPage),
  deletions: read(listDeletions),
  discards: read(discardsPage),
  foundMessages: read(foundMessages),
  group: read(groupHead),
  groupBacklog: read(groupBacklogPage),
  groupChanges: read(groupChanges),
  groupClients: read(groupClientsPage),
  heldMessages: read(listHeldMessages),
  groupDeadLetters: read(groupDeadLetters),
  groupDeletion: read(previewGroupDeletion),
  groupOffset: read(previewOffsetReset),
  groupHistory: read(groupHistory),
  groupConfig: read(groupConfig),
  groupOverview: read(groupOverview),
  policyReplay: read(policyReplay),
  groups: read(groupsPage),
  handover: read(handoverPage),
  headsPlan: read(headsPlan),
  history: read(getHistory),
  keyLane: read(keyLane),
  letterPlan: read(letterPlan),
  managed: read(managedPage),
  limitSubjects: read(limitSubjectsPage),
  limitWhatIf: read(limitWhatIfPage),
  message: read(messagePage),
  messageBody: read(messageBody),
  messageCopies: read(messageCopiesPage),
  waitingRetries: read(getWaitingRetries),
  messages: read(messagesPage),
  move: read(getMove),
  nameTaken: read(nameTaken),
  navCounts: read(navCounts),
  past: read(getPast),
  practice: read(practicePage),
  problems: read(problemsPage),
  redrive: read(redrivePage),
  redirectPlan: read(redirectPlan),
  redirects: read(redirectsPage),
  redriveItems: read(redriveItems),
  redriveSeries: read(redriveSeries),
  redrivePlan: read(redrivePlan),
  redriveGroups: read(redriveGroups),
  messageEdits: read(messageEdits),
  redriveEditable: read(redriveEditable),
  redriveTopics: read(redriveTopics),
  redriveTarget: read(redriveTarget),
  redrives: read(redrivesPage),
  retries: read(retriesPage),
  retryPlan: read(retryPlan),
  retryTide: read(retryTide),
  savedViews: read(savedViews),
  scheduled: read(scheduledPage),
  setting: read(settingPage),
  settingsEvidence: read(settingsEvidence),
  storedMessage: read(storedMessage),
  suggestions: read(suggestions),
  throttling: read(throttlingPage),
  liteTopics: read(liteTopicsPage),
  topic: read(topicPage),
  topicBacklog: read(topicBacklogPage),
  topicConnect: read(topicConnect),
  topicDecoder: read(getTopicDecoder),
  topicFigures: read(getTopicFigures),
  topicDeletePlan: read(previewTopicDeletion),
  topicProducers: read(topicProducers),
  topics: read(topicsPage),
  transactions: read(transactionsPage),
  workspaces: read(listWorkspaces),
} satisfies Record<string, ConsoleRead>;

export type Reads = typeof reads;
export type ReadName = keyof Reads;

/** What a read returns. */
export type ReadData<Name extends ReadName> = Reads[Name] extends ConsoleRead<z.ZodType, infer T> ? T : never;

/** A search param is text or a number; an empty one is left out. The server checks the rest. */
type Param<T> = T extends string | undefined ? string | undefined : string | number | undefined;

/** What a read is asked for. */
export type ReadParams<Name extends ReadName> = {
  readonly [Key in keyof z.input<Reads[Name]['input']>]: Param<z.input<Reads[Name]['input']>[Key]>;
};

const byPath: ReadonlyMap<string, ConsoleRead> = new Map(
  Object.entries(reads).map(([name, read]) => [readPath(name), read]),
);

/** Null: there is no read at this address. */
export function findRead(path: string): ConsoleRead | null {
  return byPath.get(path) ?? null;
}
