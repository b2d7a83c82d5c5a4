'use client';

import { msg, t } from '@/lib/model/language/t';
import { useRef } from 'react';
import { changesByField } from '@/components/form/change.model';
import type { Override } from '@/components/form/override-state';
import { useVersionEditor, type VersionEditor } from '@/components/form/use-version-editor';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { setDeadLetterRetentionAction } from '@/lib/console/actions/dead-letters';
import type { DeadLetterForecast } from '@/lib/console/operations/dead-letters/views';
import type { SettingView } from '@/lib/console/operations/settings/views';
import type { ActionResult } from '@/lib/model/action-result';
import type { DeadLetterRetention } from '@/lib/model/dead-letter/dead-letter-retention';
import { draftOf, readRetention, type RetentionDraft, ruleWords } from './dead-letter-retention.model';

type View = SettingView<'dead-letter-retention'>;

export interface RetentionEditor extends VersionEditor<View, DeadLetterRetention, RetentionDraft, string | null> {
  /** Undefined: it cannot be read. */
  readonly keepHours: number | null | undefined;
  readonly forecast: LiveQuery<DeadLetterForecast>;
  /** What is in force removes too: what a change adds is what it does. */
  readonly forecastNow: LiveQuery<DeadLetterForecast>;
  /** @param mayRemove what the person saw that it removes at once */
  readonly save: (mayRemove: number, more: Override) => Promise<ActionResult<{ readonly version: number }>>;
}

interface RetentionEditorOptions {
  readonly current: View;
  readonly mayNotEdit: string | null;
  readonly reload: () => Promise<boolean>;
}

const { changesBetween, rebase } = changesByField<DeadLetterRetention>({
  keepHours: { label: msg('Dead letters are'), words: ruleWords },
});

/** An edit of the retention: it is saved with what it was seen to remove. */
export function useRetentionEditor(options: RetentionEditorOptions): RetentionEditor {
  const mayRemove = useRef(0);
  const editor = useVersionEditor<View, DeadLetterRetention, RetentionDraft, string | null>(
    {
      settingsOf: ({ value }) => value,
      draftOf: ({ keepHours }) => draftOf(keepHours),
      read: (draft) => {
        const read = readRetention(draft);
        return 'problem' in read
          ? { settings: null, problems: read.problem }
          : { settings: { keepHours: read.keepHours }, problems: null };
      },
      ...{ changesBetween, rebase },
      save: ({ version }, { keepHours }, why) =>
        setDeadLetterRetentionAction({ keepHours, mayRemove: mayRemove.current, version, ...why }),
      fields: ['reason'],
    },
    { ...options, interest: { kinds: ['setting'] } },
  );
  const { settings, blocker } = editor;
  const keepHours = settings?.keepHours;
  const live = { kinds: ['dead-letter', 'redrive'] as const };
  const forecast = useLiveQuery(
    'deadLetterForecast',
    { keepHours: keepHours ?? undefined },
    { live, enabled: settings !== null },
  );
  const nowHours = options.current.value.keepHours ?? undefined;
  const forecastNow = useLiveQuery('deadLetterForecast', { keepHours: nowHours }, { live });
  const isAsking = forecast.error !== null || forecast.data === undefined || forecast.isPrevious;
  return {
    ...editor,
    keepHours: settings === null ? undefined : keepHours,
    ...{ forecast, forecastNow },
    blocker: blocker ?? (isAsking ? t('The effect of this setting is not known yet') : null),
    save: async (seen, more) => {
      mayRemove.current = seen;
      const result = await editor.saveNow(more);
      if (!result.ok) forecast.retry();
      return result;
    },
  };
}
