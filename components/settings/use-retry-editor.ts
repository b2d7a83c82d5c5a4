'use client';

import { useVersionEditor, type VersionEditorOptions } from '@/components/form/use-version-editor';
import { updateSettingAction } from '@/lib/console/actions/update-setting';
import type { SettingView } from '@/lib/console/reads/setting';
import type { ProducerRetry } from '@/lib/model/producer-retry';
import { changesBetween, draftOf, readDraft, rebase } from './sending-retry.model';

type ProducerRetryView = SettingView<'producer-retry'>;

export type RetryEditor = ReturnType<typeof useRetryEditor>;

const setting = {
  settingsOf: ({ value }: ProducerRetryView) => value,
  draftOf,
  read: readDraft,
  changesBetween,
  rebase,
  save: ({ name, version }: ProducerRetryView, retry: ProducerRetry, reason: string) =>
    updateSettingAction({ name, value: { ...retry }, version, reason }),
  fields: ['firstWaitMs', 'multiplier', 'maxWaitMs', 'jitter', 'maxAttempts', 'reason'],
};

/** An edit of how producers retry a send. */
export const useRetryEditor = (options: VersionEditorOptions<ProducerRetryView>) => useVersionEditor(setting, options);
