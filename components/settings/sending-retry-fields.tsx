'use client';

import { Field } from '@/components/form/field';
import { DurationInput, NumberInput, TextInput } from '@/components/form/inputs';
import type { SettingEditorOf } from './setting-editor';
import type { ReadRetry, RetryDraft, RetryField } from './sending-retry.model';

type RetryEditor = SettingEditorOf<'producer-retry', RetryDraft, ReadRetry['problems']>;

/** Hints say what each field does to an SDK, which for two of them is nothing. */
export function SendingRetryFields({ editor }: { readonly editor: RetryEditor }) {
  const { draft, saved, problems, form } = editor;
  const set = (change: Partial<RetryDraft>): void => editor.edit({ ...draft, ...change });
  const error = (field: RetryField): string | null => problems[field] ?? form.errorOf(field);
  const changed = (field: RetryField): boolean => saved[field] !== draft[field];
  return (
    <>
      <Field label="First wait" error={error('firstWaitMs')} hint="Before the second try. Default 1 s, 10 ms to 1 m.">
        <DurationInput
          valueMs={draft.firstWaitMs}
          onChange={(firstWaitMs) => set({ firstWaitMs })}
          changed={changed('firstWaitMs')}
        />
      </Field>
      <Field label="Multiplier" error={error('multiplier')} hint="Each wait is this much longer. Default 1.6, 1 to 10.">
        <TextInput
          name="multiplier"
          inputMode="decimal"
          autoComplete="off"
          value={draft.multiplier}
          onChange={(event) => set({ multiplier: event.target.value })}
          changed={changed('multiplier')}
        />
      </Field>
      <Field label="Longest wait" error={error('maxWaitMs')} hint="Default 2 m, up to 10 m.">
        <DurationInput
          valueMs={draft.maxWaitMs}
          onChange={(maxWaitMs) => set({ maxWaitMs })}
          changed={changed('maxWaitMs')}
        />
      </Field>
      <Field
        label="Jitter"
        error={error('jitter')}
        hint="Documented as 20 %. The protocol has no field for it, so no SDK uses this value."
      >
        <TextInput
          name="jitter"
          inputMode="decimal"
          autoComplete="off"
          value={draft.jitter}
          note="%"
          onChange={(event) => set({ jitter: event.target.value })}
          changed={changed('jitter')}
        />
      </Field>
      <Field
        label="Tries"
        error={error('maxAttempts')}
        hint="All tries of one send, default 3. SDKs get this value but use what the application sets."
      >
        <NumberInput
          name="maxAttempts"
          value={draft.maxAttempts}
          onChange={(maxAttempts) => set({ maxAttempts })}
          changed={changed('maxAttempts')}
        />
      </Field>
    </>
  );
}
