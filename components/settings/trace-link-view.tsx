'use client';

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
    template: { label: 'address of a trace', words: (template) => (template === '' ? 'no link' : template) },
  }),
};

/** Where the trace of a message opens. */
export function TraceLinkView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="trace-link"
      title="Traces"
      unset="no link"
      form={form}
      renderFields={({ draft, saved, problems, form: { errorOf }, edit }) => (
        <Field
          label="Address of a trace"
          error={problems.template ?? errorOf('template')}
          hint="With {traceId} where the id of the trace belongs: https://traces.example.com/trace/{traceId}. Empty: no link."
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
            The page of a message links to its trace, if its producer gave it a trace context. What was recorded there
            is up to the producer, the consumers and the collector.
          </p>
        </WhatItDoes>
      )}
    />
  );
}
