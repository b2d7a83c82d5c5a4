import { listRules, listUsers } from './access';
import { createRule, createUser, deleteRule, deleteUser, passwordOf, updateRule, updateUser } from './access-write';
import { brokerConfig } from './broker-config';
import type { AdminCall } from './call';
import { clusterInfo } from './cluster-info';
import { consumerConnections } from './connections';
import { consumeDirectly } from './consume-directly';
import { consumerOffset } from './consumer-offset';
import { consumeStats } from './consume-stats';
import { deleteGroupConfig } from './delete-group';
import { deleteRoute, deleteTopicAtBroker } from './delete-topic';
import { oneGroupConfig } from './group-config-one';
import { groupConfigs } from './group-configs';
import { groupsOfTopic } from './groups-of-topic';
import { haStatus } from './ha-status';
import { producers } from './producers';
import { pull } from './pull';
import { recallMessage } from './recall-message';
import { queryMessage } from './query-message';
import { resetGroupOffset } from './reset-offset';
import { runningInfo } from './running-info';
import { runtimeInfo } from './runtime-info';
import { searchOffset } from './search-offset';
import { sendBack } from './send-back';
import { sendMessage } from './send-message';
import { timerMetrics } from './timer-metrics';
import { topicConfigs } from './topic-configs';
import { topicRoute } from './topic-route';
import { topicStats } from './topic-stats';
import { updateGroup } from './update-group';
import { isSettingOfList, updateSetting } from './update-setting';
import { updateTopic } from './update-topic';

/** Everything that this client can ask. What is not here cannot be sent. */
export const ADMIN_CALLS: readonly Pick<AdminCall<never, unknown>, 'code' | 'name' | 'kind' | 'isHeavy'>[] = [
  ...[brokerConfig, clusterInfo, consumerConnections, consumeStats, groupConfigs, groupsOfTopic, oneGroupConfig],
  ...[producers, pull, queryMessage, resetGroupOffset, runtimeInfo, searchOffset, topicConfigs, topicStats],
  ...[updateGroup, updateTopic, consumerOffset, runningInfo, consumeDirectly, sendBack, sendMessage],
  ...[timerMetrics, recallMessage],
  ...[deleteGroupConfig, deleteTopicAtBroker, deleteRoute, topicRoute, updateSetting, haStatus],
  ...[listUsers, listRules, createUser, updateUser, deleteUser, passwordOf, createRule, updateRule, deleteRule],
];

/** Never through this client: deletion of unused data, permissions of brokers. */
export const NEVER: ReadonlySet<number> = new Set([205, 306, 316, 327, 329]);

const CODES: ReadonlySet<number> = new Set(ADMIN_CALLS.map(({ code }) => code));

/** The last look before a request leaves, of any caller. @throws Error */
export function requireKnownCall({ code, name }: Pick<AdminCall<never, unknown>, 'code' | 'name'>, body: Buffer): void {
  const isOfList = code !== updateSetting.code || isSettingOfList(body);
  if (CODES.has(code) && !NEVER.has(code) && isOfList) return;
  throw new Error(`${name} (${code}) is never sent by this client`);
}
