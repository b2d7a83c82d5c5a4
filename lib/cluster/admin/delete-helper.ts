import { BrokerError } from '../../model/errors';
import type { AdminCall } from './call';
import { refuseSystemGroup } from './system-names';

/** A group that exists while copies are sent to a retry topic of another one: brokers look for its name. */
export interface Helper {
  readonly group: string;
  readonly topic: string;
}

export function helperName({ group, topic }: Helper): string {
  return `${group}_${topic}`;
}

/** 207: deletes a group, and here nothing but a helper: its name is always made of a group and a topic. */
export const deleteHelper: AdminCall<Helper, void> = {
  code: 207,
  name: 'DELETE_SUBSCRIPTIONGROUP',
  kind: 'write',
  ask: (helper) => {
    const { group, topic } = helper;
    if (group === '' || topic === '')
      throw new BrokerError('bad-request', 'A helper is named after a group and a topic.', { field: 'group' });
    refuseSystemGroup(helperName(helper));
    // Offsets of that name are none of ours.
    return { fields: { groupName: helperName(helper), cleanOffset: 'false' } };
  },
  read: () => undefined,
};
