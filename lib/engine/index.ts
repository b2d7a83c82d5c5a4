export {
  attachCluster,
  changeCluster,
  type ClusterInput,
  detachCluster,
  listClusters,
} from './rocketmq/clusters/attach';
export { ClusterDirectory, type ClusterEngine } from './rocketmq/clusters/directory';
export { readLoads, withMetrics } from './rocketmq/clusters/broker-loads';
export type { ReportedMarks } from './rocketmq/clusters/metrics-endpoints';
export { readClusterGauges } from './rocketmq/clusters/gauges';
export { attachFromEnvironment } from './rocketmq/clusters/from-environment';
export type { GroupSample, SampledGroup } from './rocketmq/clusters/group-sampler';
export type { StillQueue } from './rocketmq/clusters/still-queues';
export { testAttachedCluster, testCluster } from './rocketmq/clusters/test-connection';
export { ClusterSamplers } from './rocketmq/samples/samplers';
export { type IndexedQueue, type IndexState, readIndexState } from './rocketmq/letters/state';
export { clusterNotFound } from './rocketmq/clusters/attach';
export { LetterIndexer } from './rocketmq/letters/indexer';
export { openClusterLetters } from './rocketmq/letters/open-letters';
export { reportClusterFailures } from './rocketmq/letters/report';
export { makeClusterGroupEqual, revertClusterGroup, updateClusterGroup } from './rocketmq/groups/change';
export {
  planClusterRevert,
  planClusterUpdate,
  type PlannedClusterChange,
  planMakeEqual,
} from './rocketmq/groups/plan-change';
export { clientBackoff, type GroupBackoff, readGroupBackoff } from './rocketmq/groups/backoff';
export { createClusterGroup } from './rocketmq/groups/create';
export { noteVersions, type NotedVersion } from './rocketmq/groups/note-versions';
export { pauseClusterGroup, resumeClusterGroup } from './rocketmq/groups/pause';
export { type ClusterPause, isPaused, readPause } from './rocketmq/groups/paused';
export { type ClusterResetOutcome, resetClusterOffset } from './rocketmq/groups/reset';
export { keptSettings, settingsOfCluster } from './rocketmq/groups/settings';
export { cancelClusterRedrive } from './rocketmq/redrives/cancel';
export { pauseClusterRedrive, resumeClusterRedrive } from './rocketmq/redrives/control';
export {
  type ClusterRedrive,
  listClusterRedriveItems,
  listClusterRedrives,
  readClusterProgress,
  readClusterRedrive,
  readClusterSeries,
} from './rocketmq/redrives/read';
export { labelsOf, readyRun } from './rocketmq/redrives/ready';
export { type MovePlan, planMove } from './move/plan';
export { type Move, readMove } from './move/read';
export { moveName } from './move/requires';
export { ClusterMoves } from './move/run';
export { startMove } from './move/start';
export { stepMove } from './move/step-move';
export { createClusterTopic, updateClusterTopic } from './rocketmq/topics/write';
export { type ClusterTestReceipt, sendClusterTest } from './rocketmq/topics/send-test';
export { ClusterRedrives } from './rocketmq/redrives/run';
export { readyStart, startClusterRedrive } from './rocketmq/redrives/start';
export { tryLetterNow } from './rocketmq/redrives/try-now';
