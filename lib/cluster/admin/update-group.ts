import type { LooseRecord } from '../wire/loose-json';
import type { AdminCall } from './call';
import { refuseSystemGroup } from './system-names';

export interface GroupWrite {
  readonly group: string;
  /** The whole configuration: a field left out falls back to the broker's default. */
  readonly raw: LooseRecord;
  /** As they are stored there now; they alone are not replaced but altered. */
  readonly attributesBefore: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** 200: replaces the whole configuration of a group at one broker, or creates the group. */
export const updateGroup: AdminCall<GroupWrite, void> = {
  code: 200,
  name: 'UPDATE_AND_CREATE_SUBSCRIPTIONGROUP',
  kind: 'write',
  ask: ({ group, raw, attributesBefore, attributes }) => {
    refuseSystemGroup(group);
    const body = { ...raw, groupName: group, attributes: alterations(attributesBefore, attributes) };
    return { fields: {}, body: Buffer.from(JSON.stringify(body)) };
  },
  read: () => undefined,
};

/** "+key" sets an attribute and "-key" removes it; what is not named stays. */
export function alterations(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string> {
  const set = Object.entries(after).filter(([key, value]) => before[key] !== value);
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return Object.fromEntries([
    ...set.map(([key, value]) => [`+${key}`, value] as const),
    ...removed.map((key) => [`-${key}`, ''] as const),
  ]);
}
