export { attachCluster, changeCluster, type ClusterInput, detachCluster, listClusters } from './clusters/attach';
export { ClusterDirectory, type ClusterEngine } from './clusters/directory';
export { readLoads, withMetrics } from './clusters/broker-loads';
export type { ReportedMarks } from './clusters/metrics-endpoints';
export { readClusterGauges } from './clusters/gauges';
export { attachFromEnvironment } from './clusters/from-environment';
export type { GroupSample, SampledGroup } from './clusters/group-sampler';
export type { StillQueue } from './clusters/still-queues';
export { testAttachedCluster, testCluster } from './clusters/test-connection';
export { ClusterSamplers } from './samples/samplers';
export { type IndexedQueue, type IndexState, readIndexState } from './letters/state';
export { clusterNotFound } from './clusters/attach';
export { LetterIndexer } from './letters/indexer';
export { openClusterLetters } from './letters/open-letters';
export { reportClusterFailures } from './letters/report';
export { makeClusterGroupEqual, revertClusterGroup, updateClusterGroup } from './groups/change';
export { planClusterRevert, planClusterUpdate, type PlannedClusterChange, planMakeEqual } from './groups/plan-change';
export { clientBackoff, type GroupBackoff, readGroupBackoff } from './groups/backoff';
export { createClusterGroup } from './groups/create';
export { noteVersions, type NotedVersion } from './groups/note-versions';
export { pauseClusterGroup, resumeClusterGroup } from './groups/pause';
export { type ClusterPause, isPaused, readPause } from './groups/paused';
export { type ClusterResetOutcome, resetClusterOffset } from './groups/reset';
export { keptSettings, settingsOfCluster } from './groups/settings';
export { cancelClusterRedrive } from './redrives/cancel';
export { pauseClusterRedrive, resumeClusterRedrive } from './redrives/control';
export {
  type ClusterRedrive,
  listClusterRedriveItems,
  listClusterRedrives,
  readClusterProgress,
  readClusterRedrive,
  readClusterSeries,
} from './redrives/read';
export { labelsOf, readyRun } from './redrives/ready';
export { type MovePlan, planMove } from './move/plan';
export { type Move, readMove } from './move/read';
export { moveName } from './move/requires';
export { ClusterMoves } from './move/run';
export { startMove } from './move/start';
export { stepMove } from './move/step-move';
export { createClusterTopic, updateClusterTopic } from './topics/write';
export { type ClusterTestReceipt, sendClusterTest } from './topics/send-test';
export { ClusterRedrives } from './redrives/run';
export { readyStart, startClusterRedrive } from './redrives/start';
export { tryLetterNow } from './redrives/try-now';
