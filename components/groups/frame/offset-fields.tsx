'use client';

import { type ReactNode, useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { type Reason, ReasonField, useReason } from '@/components/form/reason-field';
import { type ActionForm } from '@/components/form/use-action-form';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { useNow } from '@/components/ui/clock';
import { Segmented } from '@/components/ui/segmented';
import { type OffsetKind, offsetReason, offsetTarget } from './offset.model';
import { msg, t } from '@/lib/model/language/t';

const KINDS = [
  { value: 'time', label: msg('A time') },
  { value: 'newest', label: msg('Newest') },
  { value: 'earliest', label: msg('Earliest kept') },
] as const;

export interface OffsetDraft {
  readonly kind: OffsetKind;
  readonly setKind: (kind: OffsetKind) => void;
  readonly time: string;
  readonly setTime: (time: string) => void;
  readonly reason: Reason;
  /** Null: the time cannot be read. */
  readonly to: string | null;
}

/** Where a group is to read on, as it is typed; a time is an hour ago at first. */
export function useOffsetDraft(start: OffsetKind = 'time'): OffsetDraft {
  const now = useNow();
  const [kind, setKind] = useState(start);
  const [time, setTime] = useState(() => new Date(now - 3_600_000).toISOString().slice(0, 16).concat('Z'));
  const to = offsetTarget(kind, time);
  const reason = useReason(to === null ? '' : offsetReason(to));
  return { kind, setKind, time, setTime, reason, to };
}

interface OffsetFormProps {
  readonly group: string;
  readonly draft: OffsetDraft;
  readonly form: ActionForm;
  readonly preview: Pick<LiveQuery<unknown>, 'error' | 'retry'>;
  readonly submitLabel: string;
  /** Null: what it would do is known, and nothing is against it. */
  readonly blocker: string | null;
  readonly before?: ReactNode;
  /** What it would do. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The dialog that resets the position of a group, on whichever engine. */
export function OffsetForm(props: OffsetFormProps) {
  const { group, draft, form, preview, submitLabel, blocker, before, children, onClose } = props;
  const { kind, setKind, time, setTime, reason, to } = draft;
  return (
    <FormDialog
      title={t('Reset the offset of {group}', { group })}
      onClose={onClose}
      form={form}
      danger
      size="wide"
      submitLabel={submitLabel}
      blocker={to === null ? t('Enter a time') : (blocker ?? reason.missing)}
    >
      {before}
      <Segmented
        label={t('Continue from')}
        value={kind}
        options={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={setKind}
      />
      {kind === 'time' ? (
        <Field
          label={t('From, UTC')}
          hint={t('Starts with the first message stored at this time or later, for example 2026-11-24T13:00Z.')}
          error={to === null ? t('Invalid time. Use the format 2026-11-24T13:00Z.') : form.errorOf('to')}
        >
          <TextInput value={time} onChange={(event) => setTime(event.target.value)} mono spellCheck={false} />
        </Field>
      ) : null}
      <ReadProblem error={preview.error} onRetry={preview.retry} />
      {children}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
