import type { AdminCall } from './call';
import { type DataVersion, dataVersionOf } from './data-version';
import { jsonOf, recordOf, requireWholeTable } from './decode';
import { type GroupConfig, groupConfigOf } from './group-config';
import { readOnce } from './same-body';

export interface GroupConfigs {
  readonly groups: readonly GroupConfig[];
  readonly version: DataVersion;
}

/** 201: every group of a broker, those of the system among them. */
export const groupConfigs: AdminCall<void, GroupConfigs> = {
  code: 201,
  name: 'GET_ALL_SUBSCRIPTIONGROUP_CONFIG',
  kind: 'read',
  timeoutMs: 15_000,
  ask: () => ({ fields: {} }),
  read: ({ body, fields }) => {
    const configs = readTable(body);
    requireWholeTable(fields, 'totalGroupNum', configs.groups.length);
    return configs;
  },
};

const readTable = readOnce((body): GroupConfigs => {
  const answer = recordOf(jsonOf(body), 'the groups');
  const table = recordOf(answer.subscriptionGroupTable, 'subscriptionGroupTable');
  return {
    groups: Object.entries(table).map(([name, config]) => groupConfigOf(config, name)),
    version: dataVersionOf(answer.dataVersion),
  };
});
