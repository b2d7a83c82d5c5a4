'use server';

import { action } from '../http/operation';
import {
  deleteAccessRule,
  deleteAccessUser,
  makeAccessEqual,
  putAccessRule,
  putAccessUser,
} from '../operations/brokers/change-access';
import { changeBrokerSetting } from '../operations/brokers/change-setting';
import { consumeMessage } from '../operations/brokers/consume';
import { detachCluster, saveCluster, testCluster, testClusterForm } from '../operations/clusters/clusters';

export const saveClusterAction = action(saveCluster);
export const testClusterAction = action(testClusterForm);
export const testAttachedClusterAction = action(testCluster);
export const detachClusterAction = action(detachCluster);
export const changeBrokerSettingAction = action(changeBrokerSetting);
export const consumeMessageAction = action(consumeMessage);
export const putAccessUserAction = action(putAccessUser);
export const deleteAccessUserAction = action(deleteAccessUser);
export const makeAccessEqualAction = action(makeAccessEqual);
export const putAccessRuleAction = action(putAccessRule);
export const deleteAccessRuleAction = action(deleteAccessRule);
