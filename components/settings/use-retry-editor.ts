'use client';

import { useVersionEditor, type VersionEditorOptions } from '@/components/form/use-version-editor';
import { updateProducerRetryAction } from '@/lib/console/actions/update-producer-retry';
import type { ProducerRetryView } from '@/lib/console/reads/producer-retry';
import type { ProducerRetry } from '@/lib/model/producer-retry';
import { changesBetween, draftOf, readDraft, rebase } from './sending-retry.model';

export type RetryEditor = ReturnType<typeof useRetryEditor>;

const setting = {
  settingsOf: ({ retry }: ProducerRetryView) => retry,
  draftOf,
  read: readDraft,
  changesBetween,
  rebase,
  save: ({ version }: ProducerRetryView, retry: ProducerRetry, reason: string) =>
    updateProducerRetryAction({ ...retry, version, reason }),
  fields: ['firstWaitMs', 'multiplier', 'maxWaitMs', 'jitter', 'maxAttempts', 'reason'],
};

/** An edit of how producers retry a send. */
export const useRetryEditor = (options: VersionEditorOptions<ProducerRetryView>) => useVersionEditor(setting, options);
