'use client';

import { t } from '@/lib/model/language/t';
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
      <Field
        label={t('First retry interval')}
        error={error('firstWaitMs')}
        hint={t('Before the second attempt. Default: 1 s. From 10 ms to 1 min.')}
      >
        <DurationInput
          valueMs={draft.firstWaitMs}
          onChange={(firstWaitMs) => set({ firstWaitMs })}
          changed={changed('firstWaitMs')}
        />
      </Field>
      <Field
        label={t('Multiplier')}
        error={error('multiplier')}
        hint={t('Factor between two retry intervals. Default: 1.6. From 1 to 10.')}
      >
        <TextInput
          name="multiplier"
          inputMode="decimal"
          autoComplete="off"
          value={draft.multiplier}
          onChange={(event) => set({ multiplier: event.target.value })}
          changed={changed('multiplier')}
        />
      </Field>
      <Field
        label={t('Longest retry interval')}
        error={error('maxWaitMs')}
        hint={t('Default: 2 min. Maximum: 10 min.')}
      >
        <DurationInput
          valueMs={draft.maxWaitMs}
          onChange={(maxWaitMs) => set({ maxWaitMs })}
          changed={changed('maxWaitMs')}
        />
      </Field>
      <Field
        label={t('Jitter')}
        error={error('jitter')}
        hint={t('Documented as 20 %. The protocol has no field for it, so no SDK uses this value.')}
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
        label={t('Send attempts')}
        error={error('maxAttempts')}
        hint={t('All attempts of one send. Default: 3. SDKs receive this value but use the value of the application.')}
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
