'use client';

import { type SaveReasons, useVersionEditor, type VersionEditorOptions } from '@/components/form/use-version-editor';
import { useWorkspace } from '@/components/live/use-workspace';
import { updateGroupAction } from '@/lib/console/actions/groups';
import type { GroupView } from '@/lib/console/operations/groups/views';
import { atRestProblems, type GroupWork } from '@/lib/model/group/group-at-rest';
import { GROUP_FIELD_NAMES, type GroupSettings, pickGroupSettings } from '@/lib/model/group/group-settings';
import { changesBetween, rebase } from './changes.model';
import { draftOf, type GroupDraft, readDraft } from './draft.model';

export type ConfigEditor = ReturnType<typeof useConfigEditor>;

/** @param work null: brokers of a cluster take every change at any time */
const rulesIn = (workspace: string | null, work: GroupWork | null) => ({
  settingsOf: (base: GroupView): GroupSettings => pickGroupSettings(base),
  draftOf,
  read: (draft: GroupDraft) => readDraft(draft, workspace === null),
  changesBetween,
  rebase,
  save: ({ name, version }: GroupView, settings: GroupSettings, why: SaveReasons) =>
    updateGroupAction({ group: name, version, ...settings, ...why }, workspace),
  fields: [...GROUP_FIELD_NAMES, 'reason'],
  foresee: (before: GroupSettings, edited: GroupSettings) =>
    work === null ? [] : atRestProblems(before, edited, work),
});

type ConfigEditorOptions = Omit<VersionEditorOptions<GroupView>, 'interest'> & { readonly work: GroupWork | null };

/** An edit of a group. */
export function useConfigEditor({ work, ...options }: ConfigEditorOptions) {
  const interest = { kinds: ['group'] as const, group: options.current.name };
  return useVersionEditor(rulesIn(useWorkspace(), work), { ...options, interest });
}
