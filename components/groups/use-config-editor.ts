'use client';

import { useState } from 'react';
import { type ActionForm, useActionForm } from '@/components/form/use-action-form';
import { useBrake } from '@/components/live/live-provider';
import { useToast } from '@/components/ui/toast';
import { updateGroupAction } from '@/lib/console/actions/update-group';
import type { GroupView } from '@/lib/console/queries/groups';
import { changesBetween, rebase, type SettingChange } from './changes.model';
import { draftOf, type GroupDraft, type GroupSettings, type ReadDraft, readDraft } from './draft.model';

interface Editing {
  /** What the edit started from. */
  readonly base: GroupView;
  readonly draft: GroupDraft;
}

export interface ConfigEditor {
  readonly base: GroupView;
  readonly saved: GroupDraft;
  readonly draft: GroupDraft;
  readonly settings: GroupSettings | null;
  readonly problems: ReadDraft['problems'];
  readonly changes: readonly SettingChange[];
  readonly dirty: boolean;
  /** Somebody saved since the edit started. */
  readonly behind: boolean;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly form: ActionForm;
  /** Null: may be saved. */
  readonly blocker: string | null;
  readonly mayNotEdit: string | null;
  readonly edit: (draft: GroupDraft) => void;
  readonly discard: () => void;
  /** Puts what was changed here on top of the newest version. */
  readonly takeOver: () => void;
}

interface ConfigEditorOptions {
  readonly current: GroupView;
  readonly mayNotEdit: string | null;
  readonly reload: () => void;
}

/** An edit of a group: it starts from a version, holds the page still, and survives a conflict. */
export function useConfigEditor({ current, mayNotEdit, reload }: ConfigEditorOptions): ConfigEditor {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [reason, setReason] = useState('');
  const toast = useToast();
  const base = editing?.base ?? current;
  const saved = draftOf(base);
  const draft = editing?.draft ?? saved;
  const { settings, problems } = readDraft(draft);
  const changes = settings === null ? [] : changesBetween(base, settings);
  const dirty = editing !== null && (settings === null || changes.length > 0);
  const behind = current.version > base.version;
  useBrake(dirty, 'Paused while editing');

  const discard = (): void => {
    setEditing(null);
    setReason('');
  };
  const form = useActionForm(
    {
      action: async (input: Parameters<typeof updateGroupAction>[0]) => {
        const result = await updateGroupAction(input);
        // The brake holds live reads while editing; after a conflict is the moment to look.
        if (!result.ok && result.error.field === 'version') reload();
        return result;
      },
      input: () =>
        settings === null ? null : { name: base.name, version: base.version, ...settings, reason: reason.trim() },
      onDone: ({ version }) => {
        discard();
        reload();
        toast(`Saved as v${version}`);
      },
    },
    ['maxRetries', 'messageModel', 'deliveryOrder', 'retryPolicy', 'consumptionTimeoutMs', 'reason'],
  );

  return {
    base,
    saved,
    draft,
    settings,
    problems,
    changes,
    dirty,
    behind,
    reason,
    setReason,
    form,
    blocker: mayNotEdit ?? missing({ settings, changed: changes.length > 0, behind, reason }),
    mayNotEdit,
    edit: (next) => setEditing({ base, draft: next }),
    discard,
    takeOver: () =>
      setEditing({ base: current, draft: settings === null ? draft : draftOf(rebase(base, settings, current)) }),
  };
}

interface Readiness {
  readonly settings: GroupSettings | null;
  readonly changed: boolean;
  readonly behind: boolean;
  readonly reason: string;
}

function missing({ settings, changed, behind, reason }: Readiness): string | null {
  if (settings === null) return 'A field cannot be read';
  if (!changed) return 'Nothing is changed';
  if (behind) return 'Somebody saved meanwhile';
  return reason.trim() === '' ? 'Reason missing' : null;
}
