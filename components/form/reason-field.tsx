'use client';

import { useState } from 'react';
import { Field } from './field';
import { TextArea } from './inputs';
import { t } from '@/lib/model/language/t';

export interface Reason {
  /** As it goes to the audit log. */
  readonly text: string;
  readonly shown: string;
  /** Null: what is suggested. */
  readonly set: (text: string | null) => void;
  /** Why a form that needs a reason cannot be sent; null: there is one. */
  readonly missing: string | null;
}

/** What the page knows stands in the field until the operator types: no one has to write it down in a bad night. */
export function useReason(suggested: string): Reason {
  const [typed, set] = useState<string | null>(null);
  const shown = typed ?? suggested;
  const text = shown.trim();
  return { text, shown, set, missing: text === '' ? t('Enter a reason') : null };
}

interface ReasonFieldProps {
  readonly reason: Reason;
  readonly required?: boolean;
  readonly error?: string | null | undefined;
}

export function ReasonField({ reason, required = false, error }: ReasonFieldProps) {
  return (
    <Field label={t('Reason, kept in the audit log')} required={required} error={error}>
      <TextArea
        value={reason.shown}
        onChange={({ target }) => reason.set(target.value)}
        placeholder={t('Why now?')}
        rows={2}
        maxLength={500}
      />
    </Field>
  );
}
