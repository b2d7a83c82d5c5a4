'use client';

import { t } from '@/lib/model/language/t';
import { SettingEditor } from './setting-editor';
import { changesBetween, draftOf, readDraft, rebase } from './sending-retry.model';
import { SendingRetryFields } from './sending-retry-fields';
import { SendingRetryPreview } from './sending-retry-preview';
import type { SettingPageProps } from './use-setting';

const form = {
  ...{ draftOf, read: readDraft, changesBetween, rebase },
  fields: ['firstWaitMs', 'multiplier', 'maxWaitMs', 'jitter', 'maxAttempts'],
};

/** The rule on the left, what each kind of producer makes of it on the right. */
export function SendingRetryView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="producer-retry"
      title={t('Sending retry')}
      unset={t('default values')}
      form={form}
      renderFields={(editor) => <SendingRetryFields editor={editor} />}
      renderSide={({ settings, base }) => <SendingRetryPreview retry={settings ?? base.value} />}
    />
  );
}
