// What the console calls of an attached cluster. Verbs take the cluster first, and throw BrokerErrors alone.
import { Cluster, type ClusterOptions } from './cluster';
import { PACE } from './topology/pace';

export type { Cluster, ClusterOptions } from './cluster';
export { browse, type Browsed, type BrowsedPlace } from './browse/browse';
export { messageAt } from './browse/message-at';
export { readPositions, type QueuePosition } from './browse/positions';
export type { ClusterClient, GroupClients } from './read/client';
export { changeGroup, createGroup, makeEqual } from './read/change-group';
export { changeBrokerSetting, type SettingAtBroker, type SettingOutcome } from './read/change-setting';
export { changeTopic, checkClusterTopic, createTopic, type TopicInput } from './read/change-topic';
export type {
  ClusterGroup,
  ClusterGroupChange,
  ClusterGroupField,
  ClusterGroupSettings,
  SettingsOutcome,
} from './read/group';
export { checkClusterGroup, storedPolicy } from './read/group-settings';
export { refuseSystemGroup } from './admin/system-names';
export { deleteGroup, type GroupRemainsEverywhere, readGroupRemains } from './read/delete-group';
export { deleteTopic, readTopicRemains, type TopicRemains } from './read/delete-topic';
export { goBack, type GoBackPlan, type LeftPosition, type LeftPositions, planGoBack } from './read/go-back';
export type { DeletionOutcome } from './read/remove-topics';
export type { IndexedLetter } from './index/letter';
export { type LetterTopic, listLetterTopics } from './index/letter-topics';
export { openLetters } from './index/open-letters';
export { type LetterPlace, readLetters } from './index/read-letters';
export { kindOf } from './read/kind';
export type { GroupLag, OldestWaiting } from './read/lag';
export { type BrokerLoad, type LoadMark, readBrokerLoads, unwellOf } from './read/broker-load';
export { type AccessAtOne, type AccessOutcome, accessVersion, changeAccess } from './read/change-access';
export { type AccessAtBroker, readAccess } from './read/read-access';
export { findScheduled, type FoundScheduled, recallScheduled } from './schedule/find-scheduled';
export { readTimers, type TimerState } from './schedule/read-timers';
export { readReplicas, type ReplicaState } from './read/read-replicas';
export { type BrokerState, type NameServerState, readBrokerStates, readNameServers } from './read/read-brokers';
export { type AnswerCounts, type Counts, Exposition, type HeldCount, type MetricMarks } from './read/exposition';
export { withHeld } from './read/held';
export { type ClusterProducers, readProducers } from './read/read-producers';
export { readProxies, tryProxy } from './read/read-proxies';
export type { GroupAssignments } from './read/assignments';
export { readAssignments } from './read/read-assignments';
export type { ClientHolds } from './read/client-holds';
export { readClientHolds, readOwnSubscriptions } from './read/read-client-holds';
export { isRetryTopic } from './read/retry-topic';
export { readOldestWaiting } from './read/oldest-waiting';
export { readClients, readClientsNow, readTopicConsumers, type TopicConsumers } from './read/read-clients';
export { listGroups, readGroup } from './read/read-groups';
export { readLag } from './read/read-lag';
export { listTopics, readTopic, requireTopic } from './read/read-topics';
export { type QueueFigures, readStoredAt, readTopicFigures, type TopicFigures } from './read/topic-figures';
export { readStored } from './read/topic-stored';
export { previewReset, resetOffset, type ResetPreview } from './read/reset';
export { type CopyQuery, findCopies, type MessageCopies, type MessageCopy } from './read/message-copies';
export { testConnection } from './read/test-connection';
export type { ClusterTopic, ClusterTopics, ClusterTopicType, TopicOutcome } from './read/topic';
export type { Answers, SilentBroker } from './topology/answers';
export { CAPABILITIES, type Feature, FEATURES, type GroupKind, supportFor } from './topology/capability';
export type { ConnectionReport } from './topology/connection-report';
export type { BrokerFacts } from './topology/facts';
export type { Lane } from './topology/pace';
export { readFacts } from './topology/read-facts';
export { hasOwnGroup, makeHelper, removeHelper } from './redrive/helpers';
export type { Letter } from './redrive/letter';
export { readersOf, readersThatAnswer } from './redrive/readers';
export { type GroupWay, readWay } from './redrive/read-way';
export { prepareWay, sendCopy, type SendOutcome } from './redrive/send-copy';
export { sendNew } from './send/send-new';
export { wireProperties } from './send/wire-properties';
export { tryDirectly } from './redrive/try-directly';
export { findTraces } from './traces/find-traces';
export type { Traced } from './traces/traced';
export { orderOf, readScheduledMessages } from './schedule/read-scheduled';
export { readWaitingRetries } from './retries/read-waiting';
export type { WaitingRetries } from './retries/waiting';
export type { Verdict } from './redrive/verdict';
export { markStarts, type WatchPlan } from './redrive/tails';
export { Watch, type Watched } from './redrive/watch';
export { bornOf, idOf, storeIdOf, type StoredMessage } from './wire/message';
export { packingOf, unpackMessage } from './wire/unpack-message';

/** Connects when the first question is asked. */
export function openCluster(options: ClusterOptions): Cluster {
  return new Cluster(options);
}

/** Reads of one broker by one process in any second. */
export const MOST_CALLS = PACE.inASecond;

/** Calls of the last minute, by broker: "3.1 calls per second and broker". */
export function readCalls(cluster: Cluster): ReturnType<Cluster['calls']> {
  return cluster.calls();
}
