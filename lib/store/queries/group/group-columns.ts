import { GROUP_FIELD_NAMES, GROUP_FIELDS, type GroupField, type GroupSettings } from '../../../model/group-settings';

const columnOf = (field: GroupField): string => GROUP_FIELDS[field].column;

/** Lists of the columns that hold a group's settings, in the order of the fields. */
export const SETTINGS_COLUMNS = GROUP_FIELD_NAMES.map(columnOf).join(', ');
export const SETTINGS_SELECT = GROUP_FIELD_NAMES.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');

/** "$4, $5, …" of `settingsValues`, beginning with parameter `first`. */
export function settingsParameters(first: number): string {
  return GROUP_FIELD_NAMES.map((_, index) => `$${first + index}`).join(', ');
}

/** "message_model = $4, …". */
export function settingsAssignments(first: number): string {
  return GROUP_FIELD_NAMES.map((field, index) => `${columnOf(field)} = $${first + index}`).join(', ');
}

/** "retry_policy = g.retry_policy, …" of the fields that the members of a broadcast group follow. */
export const MEMBERS_FOLLOW = GROUP_FIELD_NAMES.filter((field) => GROUP_FIELDS[field].membersFollow)
  .map((field) => `${columnOf(field)} = g.${columnOf(field)}`)
  .join(', ');

export function settingsValues(settings: GroupSettings): unknown[] {
  return GROUP_FIELD_NAMES.map((field) =>
    GROUP_FIELDS[field].isJson ? JSON.stringify(settings[field]) : settings[field],
  );
}
