'use client';

import { msg, t } from '@/lib/model/language/t';
import { changesByField } from '@/components/form/change.model';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { formatCount } from '@/lib/model/count';
import type { LiteQuota } from '@/lib/model/topic/lite-quota';
import { readLiteQuota } from './lite-quota.model';
import { SettingEditor, WhatItDoes } from './setting-editor';
import type { SettingPageProps } from './use-setting';

const form = {
  draftOf: ({ perTopic }: LiteQuota) => ({ perTopic: String(perTopic) }),
  read: readLiteQuota,
  fields: ['perTopic'],
  ...changesByField<LiteQuota>({ perTopic: { label: msg('Lite topics per topic'), words: formatCount } }),
};

/** How many lite topics a topic may have. */
export function LiteQuotaView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="lite-topics"
      title={t('Lite topics')}
      unset={t('default values')}
      summary={({ perTopic }) => formatCount(perTopic)}
      form={form}
      renderFields={({ draft, saved, problems, form: { errorOf }, edit }) => (
        <Field label={t('Lite topics per topic')} error={problems.perTopic ?? errorOf('perTopic')}>
          <TextInput
            name="perTopic"
            inputMode="numeric"
            autoComplete="off"
            value={draft.perTopic}
            onChange={(event) => edit({ perTopic: event.target.value })}
            changed={draft.perTopic !== saved.perTopic}
          />
        </Field>
      )}
      renderSide={() => (
        <WhatItDoes>
          <p>
            {t(
              `The most lite topics that a topic of type LITE may have. A send that would create another one is refused
              with 42901 (LITE_TOPIC_QUOTA_EXCEEDED); sends to existing lite topics are accepted. Lite topics end when
              they expire.`,
            )}
          </p>
        </WhatItDoes>
      )}
    />
  );
}
