'use client';

import { msg, t } from '@/lib/model/language/t';
import { changesByField } from '@/components/form/change.model';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { readTraceLink, type TraceLink } from '@/lib/model/message/trace-link';
import { SettingEditor, WhatItDoes } from './setting-editor';
import type { SettingPageProps } from './use-setting';

const form = {
  draftOf: (link: TraceLink) => link,
  read: readTraceLink,
  fields: ['template'],
  ...changesByField<TraceLink>({
    template: { label: msg('Trace URL'), words: (template) => (template === '' ? t('no link') : template) },
  }),
};

/** Where the trace of a message opens. */
export function TraceLinkView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="trace-link"
      title={t('Traces')}
      unset={t('no link')}
      form={form}
      renderFields={({ draft, saved, problems, form: { errorOf }, edit }) => (
        <Field
          label={t('Trace URL')}
          error={problems.template ?? errorOf('template')}
          hint={t('Use {placeholder} for the trace ID, such as {example}. Leave empty for no link.', {
            ...{ placeholder: '{traceId}', example: 'https://traces.example.com/trace/{traceId}' },
          })}
        >
          <TextInput
            name="template"
            inputMode="url"
            autoComplete="off"
            value={draft.template}
            onChange={(event) => edit({ template: event.target.value })}
            changed={draft.template !== saved.template}
          />
        </Field>
      )}
      renderSide={() => (
        <WhatItDoes>
          <p>
            {t(
              `The page of a message links to its trace if the producer set a trace context. The content of the trace
              depends on the producer, the consumers and the collector.`,
            )}
          </p>
        </WhatItDoes>
      )}
    />
  );
}
