'use client';

import { useState } from 'react';
import { type ActionForm, useActionForm } from '@/components/form/use-action-form';
import { useBrake } from '@/components/live/live-provider';
import { useToast } from '@/components/ui/toast';
import { updateProducerRetryAction } from '@/lib/console/actions/update-producer-retry';
import type { ProducerRetryView } from '@/lib/console/queries/producer-retry';
import type { ProducerRetry } from '@/lib/model/producer-retry';
import {
  changesBetween,
  draftOf,
  readDraft,
  type ReadRetry,
  rebase,
  type RetryChange,
  type RetryDraft,
} from './sending-retry.model';

interface Editing {
  /** What the edit started from. */
  readonly base: ProducerRetryView;
  readonly draft: RetryDraft;
}

export interface RetryEditor {
  readonly base: ProducerRetryView;
  readonly draft: RetryDraft;
  readonly retry: ProducerRetry | null;
  readonly problems: ReadRetry['problems'];
  readonly changes: readonly RetryChange[];
  readonly dirty: boolean;
  /** Somebody saved since the edit started. */
  readonly behind: boolean;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly form: ActionForm;
  /** Null: may be saved. */
  readonly blocker: string | null;
  readonly mayNotEdit: string | null;
  readonly edit: (draft: RetryDraft) => void;
  readonly discard: () => void;
  /** Puts what was changed here on top of the newest version. */
  readonly takeOver: () => void;
}

interface RetryEditorOptions {
  readonly current: ProducerRetryView;
  readonly mayNotEdit: string | null;
  readonly reload: () => void;
}

/** An edit of the setting: it starts from a version, holds the page still, and survives a conflict. */
export function useRetryEditor({ current, mayNotEdit, reload }: RetryEditorOptions): RetryEditor {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [reason, setReason] = useState('');
  const toast = useToast();
  const base = editing?.base ?? current;
  const draft = editing?.draft ?? draftOf(base.retry);
  const { retry, problems } = readDraft(draft);
  const changes = retry === null ? [] : changesBetween(base.retry, retry);
  const dirty = editing !== null && (retry === null || changes.length > 0);
  const behind = current.version > base.version;
  useBrake(dirty, 'Paused while editing');

  const discard = (): void => {
    setEditing(null);
    setReason('');
  };
  const form = useActionForm(
    {
      action: async (input: Parameters<typeof updateProducerRetryAction>[0]) => {
        const result = await updateProducerRetryAction(input);
        // The brake holds live reads while editing; after a conflict is the moment to look.
        if (!result.ok && result.error.field === 'version') reload();
        return result;
      },
      input: () => (retry === null ? null : { ...retry, version: base.version, reason: reason.trim() }),
      onDone: ({ version }) => {
        discard();
        reload();
        toast(`Saved as v${version}`);
      },
    },
    ['firstWaitMs', 'multiplier', 'maxWaitMs', 'jitter', 'maxAttempts', 'reason'],
  );

  return {
    base,
    draft,
    retry,
    problems,
    changes,
    dirty,
    behind,
    reason,
    setReason,
    form,
    blocker: mayNotEdit ?? missing(retry, changes.length, behind, reason),
    mayNotEdit,
    edit: (next) => setEditing({ base, draft: next }),
    discard,
    takeOver: () =>
      setEditing({
        base: current,
        draft: retry === null ? draft : draftOf(rebase(base.retry, retry, current.retry)),
      }),
  };
}

function missing(retry: ProducerRetry | null, changes: number, behind: boolean, reason: string): string | null {
  if (retry === null) return 'A field cannot be read';
  if (changes === 0) return 'Nothing is changed';
  if (behind) return 'Somebody saved meanwhile';
  return reason.trim() === '' ? 'Reason missing' : null;
}
