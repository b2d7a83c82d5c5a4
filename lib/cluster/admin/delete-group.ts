import type { AdminCall } from './call';
import { refuseSystemGroup } from './system-names';

/** 207: deletes the settings of a group at one broker. A group that is not there is no refusal. */
export const deleteGroupConfig: AdminCall<{ readonly group: string; readonly cleansOffsets: boolean }, void> = {
  code: 207,
  name: 'DELETE_SUBSCRIPTIONGROUP',
  kind: 'write',
  ask: ({ group, cleansOffsets }) => {
    refuseSystemGroup(group);
    return { fields: { groupName: group, cleanOffset: String(cleansOffsets) } };
  },
  read: () => undefined,
};
