'use client';

import { useVersionEditor, type VersionEditorOptions } from '@/components/form/use-version-editor';
import { updateGroupAction } from '@/lib/console/actions/update-group';
import type { GroupView } from '@/lib/console/reads/groups';
import { changesBetween, rebase } from './changes.model';
import { draftOf, type GroupSettings, readDraft } from './draft.model';

export type ConfigEditor = ReturnType<typeof useConfigEditor>;

const rules = {
  settingsOf: (base: GroupView): GroupSettings => base,
  draftOf,
  read: readDraft,
  changesBetween,
  rebase,
  save: ({ name, version }: GroupView, settings: GroupSettings, reason: string) =>
    updateGroupAction({ name, version, ...settings, reason }),
  fields: ['maxRetries', 'messageModel', 'deliveryOrder', 'retryPolicy', 'consumptionTimeoutMs', 'reason'],
};

/** An edit of a group. */
export const useConfigEditor = (options: VersionEditorOptions<GroupView>) => useVersionEditor(rules, options);
