import {
  GROUP_FIELD_NAMES,
  GROUP_FIELDS,
  type GroupField,
  type GroupSettings,
} from '../../../model/group/group-settings';

const columnOf = (field: GroupField): string => GROUP_FIELDS[field].column;

/** Lists of the columns that hold a group's settings, in the order of the fields. */
export const SETTINGS_COLUMNS = GROUP_FIELD_NAMES.map(columnOf).join(', ');
export const SETTINGS_SELECT = GROUP_FIELD_NAMES.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');

/** "message_model = $messageModel, …": the names that `settingsValues` gives. */
export const SETTINGS_ASSIGNMENTS = GROUP_FIELD_NAMES.map((field) => `${columnOf(field)} = $${field}`).join(', ');

/** "retry_policy = g.retry_policy, …" of the fields that the members of a broadcast group follow. */
export const MEMBERS_FOLLOW = GROUP_FIELD_NAMES.filter((field) => GROUP_FIELDS[field].membersFollow)
  .map((field) => `${columnOf(field)} = g.${columnOf(field)}`)
  .join(', ');

type SettingsValues = {
  readonly [Field in GroupField]: GroupSettings[Field] extends object ? string : GroupSettings[Field];
};

export function settingsValues(settings: GroupSettings): SettingsValues {
  return Object.fromEntries(
    GROUP_FIELD_NAMES.map((field) => [
      field,
      GROUP_FIELDS[field].isJson ? JSON.stringify(settings[field]) : settings[field],
    ]),
  ) as SettingsValues;
}

/** How Prisma reads them: its fields have the names of ours. */
export type StoredSettings = {
  readonly [Field in GroupField]: GroupSettings[Field] extends number
    ? number | bigint
    : GroupSettings[Field] extends object
      ? unknown
      : GroupSettings[Field] extends string
        ? string
        : GroupSettings[Field];
};

export function settingsOf(stored: StoredSettings): GroupSettings {
  return Object.fromEntries(
    GROUP_FIELD_NAMES.map((field) => {
      const value = stored[field];
      return [field, typeof value === 'bigint' ? Number(value) : value];
    }),
  ) as unknown as GroupSettings;
}
