export type { BrokerContext } from './context';
export { type BrokerParts, createBrokerContext } from './create-context';
export { aboutNow } from './about-now';
export { brokerInTeam, isThere } from './in-team';
export { retellTroubles, tellTrouble } from '../store/database-trouble';
export { isLockTimeout } from '../store/sql-errors';
export { listAudit, readAuditChain } from './audit/list';
export { auditOfSpan, countAuditOfSpan } from './audit/of-span';
export { type AnchorOptions, checkAudit } from './audit/check';
export { type AuditAnchor } from './audit/anchor';
export { verifyAudit } from './audit/verify';
export { noteBodies, noteShown } from './audit/note-bodies';
export { afterRestore } from './restore/after-restore';
export { GroupDirectory } from './process/directories/groups';
export { TopicDirectory } from './process/directories/topics';
export { createTopic } from './topic/create';
export { listTopics } from './topic/list';
export { createGroup, type CreateGroupInput } from './group/create';
export { updateGroup } from './group/update';
export { planGroupRevert, planGroupUpdate, type PlannedGroupUpdate } from './group/plan-update';
export { readGroupWork } from './group/work';
export { pauseGroup, resumeGroup } from './group/pause';
export { type OffsetReset, resetOffset } from './group/reset-offset';
export { deleteGroup, type GroupDeletion } from './group/delete';
export { readGroupClients, readHeldMessages } from './group/clients';
export { type Differing, type FilteredTopic, readDiffering, readFiltered } from './group/subscriptions';
export { readGroupHistory } from './group/history';
export { readLintFacts } from './group/lint-facts';
export { type ReplayedPolicy, type ReplayInput, replayPolicy } from './group/replay-policy';
export { revertGroup } from './group/revert';
export { findGroup } from './group/find';
export { listGroupNames, listGroups } from './group/list';
export { changesAround, type GroupChange } from './group/changes-around';
export { listLiteTopics, type ListLiteTopicsInput, type LiteTopic } from './lite/browse';
export { checkLiteGroup, leaveLite, type LiteFrom, type LiteSubscribeInput, subscribeLite } from './lite/subscribe';
export { send } from './message/send';
export { receive, type ReceiveInput } from './message/receive';
export {
  findMessage,
  type MessagePlace,
  type MessageTimeline,
  readTimeline,
  timelinesOf,
} from './message/read-timeline';
export { askedProperty, findMessages } from './message/find';
export { newestBody } from './decoder/newest-body';
export { readDecoders } from './decoder/read-decoders';
export {
  checkDecoder,
  findDecoder,
  mayShowTried,
  pathRulesOf,
  putDecoder,
  removeDecoder,
  type TopicDecoder,
} from './decoder/change-decoder';
export { bodyGone, readBody, type StoredBody } from './message/read-body';
export { readKeptSince, readMessage, readMissed } from './search/read-message';
export { indexKeys } from './message/index-keys';
export { sendTest, type SendTestInput, TEST_PROPERTY } from './message/send-test';
export { validateContent } from './message/validate-message';
export { suggest, type Suggestions } from './search/suggest';
export { deleteTopic, planTopicDelete, type TopicDeletePlan } from './topic/delete';
export { growTopic } from './topic/grow';
export { ack } from './delivery/ack';
export { fail } from './delivery/fail';
export { changeInvisible } from './delivery/change-invisible';
export { suspend } from './delivery/suspend';
export { forward } from './delivery/forward';
export { renew } from './delivery/renew';
export { readCauseSpread } from './cause/spread';
export { traceFailures } from './trace/trace-failures';
export { release } from './delivery/release';
export { join } from './broadcast/join';
export { abandon } from './delivery/abandon';
export { expire } from './delivery/expire';
export { endOverruns } from './delivery/end-overruns';
export { nextDueMs, releaseDue } from './schedule/release-due';
export { recallByProducer, recallScheduled } from './schedule/recall';
export { countScheduled, findScheduled, listScheduled, type ScheduledMessage } from './schedule/browse';
export { deadLetterExhausted } from './delivery/dead-letter-exhausted';
export { fillDeadLetterTopics } from './dead-letter/topic';
export { browseDeadLetters } from './dead-letter/browse';
export { foldDeadLetterCounts, mendDeadLetterCounts } from './dead-letter/count';
export { planLetters } from './dead-letter/change-letters';
export { discardLetters } from './dead-letter/discard';
export { planRestore, restoreLetters } from './dead-letter/restore';
export { holdLetters } from './dead-letter/hold';
export { releaseLetters } from './dead-letter/release';
export { extendLetters, planExtend } from './dead-letter/extend';
export { acceptLetters } from './dead-letter/accept';
export { unacceptLetters } from './dead-letter/unaccept';
export { listDiscards } from './dead-letter/list-discards';
export { readExpiryClock } from './retention/expiry-clock';
export { expireDeadLetters } from './retention/expire-dead-letters';
export { type DeadLetterExport, exportDeadLetters, type ExportedLetter } from './dead-letter/export';
export {
  DOCUMENTED_FACTS,
  type DocumentedFact,
  FILED_FACTS,
  LETTER_FACTS,
} from '../store/queries/dead-letter/dead-letter-columns';
export { countNotSearched, indexLetters } from './dead-letter/index-letters';
export { stepLetterJobs } from './dead-letter/letter-job';
export { changeRetries, type ChangeRetriesInput, planRetries } from './retry/change-retries';
export { changeKey, type ChangeKeyInput, type KeyChange } from './retry/change-key';
export { listRetries, type WaitingInput, type WaitingPage, type WaitingRetry } from './retry/list';
export { type HeadsMove, type HeadsPlan, moveHeads, planHeads } from './retry/move-heads';
export { type BlockedKey, type BlockedKeys, type BlockedKeysOf, listBlockedKeys } from './retry/blocked-keys';
export { readRetryTide, type RetryTide, type RetryTideInput } from './retry/tide';
export { readAttempts } from './retry/deaths-due';
export { listDeletions, stepDeletions } from './deletion/step';
export { stepRetryJobs } from './retry/retry-job';
export { groupDeadLetters } from './dead-letter/groups';
export { type DeadLetterCause, listDeadLetterCauses } from './dead-letter/causes';
export { readGroupDeadLetters } from './dead-letter/of-group';
export { startRedrive } from './redrive/start';
export { runningRedrives, stepThese } from './redrive/step';
export {
  type ControlRedirectInput,
  controlRedirect,
  createRedirect,
  type CreateRedirectInput,
  listRedirects,
  planRedirect,
  type Redirect,
  type RedirectList,
  type RedirectPlan,
  requireRedirect,
} from './redirect/redirects';
export type { RedirectWish } from './redirect/judge';
export { stepRedirects } from './redirect/step';
export { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from './redrive/control';
export { rehearseStart } from './redrive/judge';
export { planRedrive, type RedrivePlan } from './redrive/plan';
export { planGroups } from './redrive/plan-groups';
export { listStays } from './redrive/list-stays';
export { type EditsPlan, planEdits } from './redrive/apply-edits';
export { readEditable } from './redrive/editable';
export { readMessageEdits } from './redrive/edits-of';
export { readersOfTarget, targetTopics } from './redrive/target';
export { EVIDENCE, readRedriveEvidence } from './redrive/evidence';
export { listRedriveItems, listRedrives, readRedrive, type Redrive, type RedriveItem } from './redrive/read';
export { redriveName } from '../model/redrive/redrive';
export { createAccessKey } from './access-key/create';
export { updateAccessKey } from './access-key/update';
export { rotateAccessKey } from './access-key/rotate';
export { disableAccessKey, enableAccessKey } from './access-key/set-disabled';
export { deleteAccessKey } from './access-key/delete';
export { listAccessKeys } from './access-key/list';
export type { KnownAccessKey } from './process/directories/access-keys';
export {
  type Approval,
  askApproval,
  decideApproval,
  finishApproval,
  listApprovals,
  openApproval,
} from './approval/approvals';
export { findManaged, forgetManaged, listManaged, markManaged, noteOverride, releaseManaged } from './managed/managed';
export { findSetting, readSetting } from './setting/find';
export { updateSetting } from './setting/update';
export { checkReport, FAILURE_LIMITS, type ReportFailureInput } from './process/failure/check-report';
export { regroupCauses } from './cause/regroup';
export { type Cause, readCause, readCauseAround, readCauseFields } from './cause/read';
export { listCauseLetters } from './cause/letters';
export { triageCause } from './cause/triage';
export { listProbably } from './cause/probably';
export { readRecentFailures } from './failure/recent';
export { reportFailure } from './failure/report';
export { reportFailures } from './failure/report-many';
export { trackRefusal } from './throttle/track-refusal';
export type { RefusalWait } from './process/throttle/refusal-waits';
export { getLines } from './alarm/outbound/get-lines';
export type { SendGuard } from './alarm/outbound/outbound';
export { SendProblem, toldSendProblem } from './alarm/outbound/problem';
export { checkUrl } from './alarm/outbound/target';
export { limitGauges } from './throttle/gauges';
export { readNodeGauges } from './throttle/node-gauges';
export { type WokenLoop, workAhead } from './health/work-ahead';
export { makeComparePass } from './health/compare-kept';
export { probeDatabase, readOwnPower, storageTroubles, troubleGauges } from './health/probe';
export { readDisk } from './throttle/read-disk';
export { readLevels } from './throttle/read-levels';
export { type ProtectionUse, readProtection } from './throttle/read-protection';
export type { Demand } from './process/throttle/guard';
export { setLimit, type SetLimitInput } from './throttle/set-limit';
export { removeLimit } from './throttle/remove-limit';
export { limitSubjects, limitWhatIf, type LimitWhatIf } from './throttle/limit-what-if';
export { setFailover } from './throttle/set-failover';
export { forgetClient } from './client/forget';
export { hasMoved } from './client/has-moved';
export { type Consumer, heartbeat, leave } from './throttle/heartbeat';
export { listSessionsElsewhere, readUsesElsewhere } from './throttle/elsewhere';
export { drainAt, type Failing, type GroupBacklog, WINDOWS } from './backlog/group-backlog';
export { type Backlogs, loadsOf, readBacklogs, readGroupBacklog } from './backlog/read-backlogs';
export { type PartBacklog, readGroupParts, readTopicParts } from './backlog/parts';
export { MOST_REDRIVES, readBacklogGauges, readCountGauges, readRedriveGauges, redriveGauges } from './backlog/gauges';
export { type LaneMessage, readKeyLane } from './retry/key-lane';
export { type AcknowledgeProblem, acknowledgeProblem, releaseProblem } from './problem/acknowledge';
export { type ProblemCheck, type Problems, readProblems } from './problem/read-problems';
export type { GroupNow } from './problem/groups-now';
export type { LostNext } from './problem/lost-next';
export { flushHistory } from './history/flush';
export { sampleHistory } from './history/sample';
export { rollUpHistory } from './history/roll-up';
export { endTransaction } from './transaction/end';
export { claimChecks, type TransactionCheck } from './transaction/claim-checks';
export { returnChecks } from './transaction/return-checks';
export { giveUpTransactions } from './transaction/give-up';
export { resolveTransaction, type ResolveTransactionInput } from './transaction/resolve';
export {
  countTransactions,
  findTransactions,
  type HalfMessage,
  listTransactions,
  TRANSACTION_FILTERS,
  type ListTransactionsInput,
} from './transaction/list';
export {
  type DeadLetterForecast,
  forecastDeadLetters,
  setDeadLetterRetention,
} from './retention/dead-letter-retention';
export { DEFAULT_RETENTION, prune, retentionOf, type RetentionPolicy } from './retention/prune';
export { evaluateAlarms } from './alarm/evaluate';
export { closeAlarmsOf, holdAlarms } from './alarm/close-detached';
export { makeDefaultRules } from './alarm/defaults';
export { deliverAlarms, pruneAlarms } from './alarm/deliver';
export type { SendOptions } from './alarm/send';
export { readAlarmCauses } from './alarm/read-causes';
export { alarmSubjects } from './signal/read-signals';
export { readAlarmSeries, requireAlarm } from './alarm/read-series';
export { createAlarmRule, deleteAlarmRule, listAlarmRules, updateAlarmRule } from './alarm/edit-rule';
export {
  createAlarmChannel,
  deleteAlarmChannel,
  listAlarmChannels,
  readAlarmLog,
  updateAlarmChannel,
} from './alarm/edit-channel';
export { testAlarmChannel } from './alarm/test-channel';
export { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from './alarm/acknowledge';
export { previewRule } from './alarm/preview';
