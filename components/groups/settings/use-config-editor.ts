'use client';

import { useVersionEditor, type VersionEditorOptions } from '@/components/form/use-version-editor';
import { useWorkspace } from '@/components/live/use-workspace';
import { updateGroupAction } from '@/lib/console/actions/update-group';
import type { GroupView } from '@/lib/console/reads/groups';
import { GROUP_FIELD_NAMES, type GroupSettings, pickGroupSettings } from '@/lib/model/group-settings';
import { changesBetween, rebase } from './changes.model';
import { draftOf, readDraft } from './draft.model';

export type ConfigEditor = ReturnType<typeof useConfigEditor>;

const rulesIn = (workspace: string | null) => ({
  settingsOf: (base: GroupView): GroupSettings => pickGroupSettings(base),
  draftOf,
  read: readDraft,
  changesBetween,
  rebase,
  save: ({ name, version }: GroupView, settings: GroupSettings, reason: string) =>
    updateGroupAction({ name, version, ...settings, reason }, workspace),
  fields: [...GROUP_FIELD_NAMES, 'reason'],
});

/** An edit of a group. */
export function useConfigEditor(options: VersionEditorOptions<GroupView>) {
  return useVersionEditor(rulesIn(useWorkspace()), options);
}
