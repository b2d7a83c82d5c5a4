'use server';

import { action } from '../http/operation';
import { changeBrokerSetting } from '../operations/brokers/change-setting';
import { detachCluster, saveCluster, testCluster, testClusterForm } from '../operations/clusters/clusters';

export const saveClusterAction = action(saveCluster);
export const testClusterAction = action(testClusterForm);
export const testAttachedClusterAction = action(testCluster);
export const detachClusterAction = action(detachCluster);
export const changeBrokerSettingAction = action(changeBrokerSetting);
