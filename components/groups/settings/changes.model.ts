import {
  GROUP_FIELD_NAMES,
  GROUP_FIELDS,
  type GroupField,
  type GroupSettings,
  settingWords,
} from '@/lib/model/group-settings';

export interface SettingChange {
  readonly field: GroupField;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two versions, in words. */
export function changesBetween(before: GroupSettings, after: GroupSettings): SettingChange[] {
  return changedFields(before, after).map((field) => ({
    field,
    label: GROUP_FIELDS[field].label,
    before: settingWords(field, before[field]),
    after: settingWords(field, after[field]),
  }));
}

/** The mine of a three-way merge: what `edited` changed since `base`, on top of `current`. */
export function rebase(base: GroupSettings, edited: GroupSettings, current: GroupSettings): GroupSettings {
  const mine = changedFields(base, edited).map((field) => [field, edited[field]]);
  return { ...current, ...(Object.fromEntries(mine) as Partial<GroupSettings>) };
}

function changedFields(before: GroupSettings, after: GroupSettings): GroupField[] {
  return GROUP_FIELD_NAMES.filter(
    (field) => JSON.stringify(sorted(before[field])) !== JSON.stringify(sorted(after[field])),
  );
}

/** Policies are compared by content; the store may order their keys differently. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
