'use client';

import { useState } from 'react';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { useToast } from '@/components/ui/toast';
import { setDeadLetterRetentionAction } from '@/lib/console/actions/set-dead-letter-retention';
import type { DeadLetterForecast } from '@/lib/console/reads/dead-letter-forecast';
import type { SettingView } from '@/lib/console/reads/setting';
import type { ActionResult } from '@/lib/model/action-result';
import { draftOf, readRetention, type RetentionDraft } from './dead-letter-retention.model';

export interface RetentionEditor {
  readonly draft: RetentionDraft;
  /** Undefined: it cannot be read. */
  readonly keepHours: number | null | undefined;
  readonly problem: string | null;
  readonly dirty: boolean;
  /** Another operator saved since the edit started. */
  readonly behind: boolean;
  readonly reason: string;
  /** Null: may be saved. */
  readonly blocker: string | null;
  readonly mayNotEdit: string | null;
  readonly forecast: LiveQuery<DeadLetterForecast>;
  readonly edit: (draft: RetentionDraft) => void;
  readonly setReason: (reason: string) => void;
  readonly discard: () => void;
  /** @param mayRemove what the person saw that it removes at once */
  readonly save: (mayRemove: number) => Promise<ActionResult<{ readonly version: number }>>;
}

interface RetentionEditorOptions {
  readonly current: SettingView<'dead-letter-retention'>;
  readonly mayNotEdit: string | null;
  readonly reload: () => void;
}

/** An edit of the retention: it starts from a version, and is saved with what it was seen to remove. */
export function useRetentionEditor({ current, mayNotEdit, reload }: RetentionEditorOptions): RetentionEditor {
  const [editing, setEditing] = useState<{ readonly version: number; readonly draft: RetentionDraft } | null>(null);
  const [reason, setReason] = useState('');
  const toast = useToast();
  const draft = editing?.draft ?? draftOf(current.value.keepHours);
  const read = readRetention(draft);
  const keepHours = 'problem' in read ? undefined : read.keepHours;
  const dirty = editing !== null && keepHours !== current.value.keepHours;
  const behind = editing !== null && current.version > editing.version;
  const forecast = useLiveQuery(
    'deadLetterForecast',
    { keepHours: keepHours ?? undefined },
    { live: { kinds: ['dead-letter', 'redrive'] }, enabled: keepHours !== undefined },
  );
  const discard = (): void => {
    setEditing(null);
    setReason('');
  };
  const save: RetentionEditor['save'] = async (mayRemove) => {
    const result = await setDeadLetterRetentionAction({
      keepHours: keepHours ?? null,
      mayRemove,
      version: editing?.version ?? current.version,
      reason: reason.trim(),
    });
    reload();
    if (result.ok) {
      discard();
      toast(`Saved as v${result.data.version}`);
    } else forecast.retry();
    return result;
  };
  return {
    draft,
    keepHours,
    problem: 'problem' in read ? read.problem : null,
    dirty,
    behind,
    reason,
    blocker: mayNotEdit ?? missing({ keepHours, dirty, behind, reason, known: !isAsking(forecast) }),
    mayNotEdit,
    forecast,
    edit: (next) => setEditing({ version: editing?.version ?? current.version, draft: next }),
    setReason,
    discard,
    save,
  };
}

function isAsking({ data, error, isPrevious }: LiveQuery<DeadLetterForecast>): boolean {
  return error !== null || data === undefined || isPrevious;
}

interface Missing {
  readonly keepHours: number | null | undefined;
  readonly dirty: boolean;
  readonly behind: boolean;
  readonly reason: string;
  readonly known: boolean;
}

function missing({ keepHours, dirty, behind, reason, known }: Missing): string | null {
  if (keepHours === undefined) return 'The time is not valid';
  if (!dirty) return 'Nothing is changed';
  if (behind) return 'Another operator saved meanwhile: discard and review';
  if (!known) return 'What it would remove is not known yet';
  return reason.trim() === '' ? 'Enter a reason' : null;
}
