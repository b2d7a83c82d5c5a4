export {
  attachCluster,
  changeCluster,
  type ClusterInput,
  detachCluster,
  listClusters,
  listWorkspaces,
} from './rocketmq/clusters/attach';
export { ClusterDirectory, type ClusterEngine } from './rocketmq/clusters/directory';
export { readLoads } from './rocketmq/clusters/broker-loads';
export type { ReportedMarks } from './rocketmq/clusters/metrics-endpoints';
export { readClusterGauges } from './rocketmq/clusters/gauges';
export { attachFromEnvironment } from './rocketmq/clusters/from-environment';
export type { GroupSample, SampledGroup } from './rocketmq/clusters/group-sampler';
export type { StillQueue } from './rocketmq/clusters/still-queues';
export { testAttachedCluster, testCluster } from './rocketmq/clusters/test-connection';
export { ClusterSamplers } from './rocketmq/samples/samplers';
export { clusterNotFound } from './rocketmq/clusters/attach';
export { LetterIndexer } from './rocketmq/letters/indexer';
export { noteVersions, type NotedVersion } from './rocketmq/groups/note-versions';
export { ClusterMoves } from './move/run';
export { toTopic as topicOfBrokers } from './rocketmq/topics/topics';
export type { ThrottledTopic } from './embedded/topics/throttled-topics';
export { ClusterRedrives } from './rocketmq/redrives/run';
export { findGroupBacklog, findTopicBacklog } from './embedded/backlog';
export type * from './embedded/backlog';
export { listAlarms, readAlarm, readAlarms } from './alarms';
export type * from './alarms';
export { HANDOVER, readHandover } from './handover';
export { readPast } from './past';
export type { EmbeddedContext } from './embedded/context';
export { embeddedEngine } from './embedded/engine';
export { planLeaving } from './embedded/redrives/plan';
export { type ChangeView, toChangeView } from './port/change-view';
export type { Engine } from './port/engine';
export type * from './port/access';
export type * from './port/brokers';
export type * from './port/timers';
export type * from './port/dead-letters';
export type * from './port/group-clients';
export type * from './port/groups';
export type * from './port/messages';
export type * from './port/problems';
export type * from './port/redrives';
export type * from './port/scheduled';
export type * from './port/topic-connection';
export type * from './port/topics';
export { toScheduledItem } from './embedded/scheduled/scheduled';
export type { BroadcastFailureRow } from '../store/queries/broadcast/broadcast-failures';
export type { Differing, FilteredTopic } from '../broker';
export { CHART_RANGES } from './throttling/bars';
export type * from './throttling/bars';
export { readLimits } from './throttling/limits';
export type * from './throttling/limits';
export type * from './throttling/marks';
export { readThrottling } from './throttling/throttling';
export type * from './throttling/throttling';
export { HISTORY_SCOPES, readHistory } from './history';
export { withoutPause } from './embedded/shared-readings';
export { readOrUnknown } from './read-or-unknown';
export { databaseNow, estimatedNow } from './reading-time';
export type { RocketmqContext } from './rocketmq/context';
export { rocketmqEngine } from './rocketmq/engine';
export { drainsOfCluster } from './rocketmq/groups/drains';
