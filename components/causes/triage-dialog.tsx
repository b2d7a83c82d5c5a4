'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput, TextArea, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { textOf } from '@/components/form/form-text';
import { useWorkspace } from '@/components/live/use-workspace';
import { useNow } from '@/components/ui/clock';
import { Segmented } from '@/components/ui/segmented';
import { triageCauseAction } from '@/lib/console/actions/dead-letters';
import type { CausePage } from '@/lib/console/operations/causes/views';
import { TRIAGE_LIMITS } from '@/lib/model/dead-letter/cause';
import { msg, t } from '@/lib/model/language/t';

export type Triaging = 'edit' | 'resolve' | 'ignore' | 'open';

const WORDS = {
  edit: {
    title: msg('Owner and note'),
    submit: msg('Save'),
    says: msg('Visible to every operator who opens this cause.'),
  },
  resolve: {
    title: msg('Resolve this cause?'),
    submit: msg('Resolve'),
    says: msg('Its dead letters stay. If a delivery fails this way again, the cause is shown as regressed.'),
  },
  ignore: {
    title: msg('Ignore this cause?'),
    submit: msg('Ignore'),
    says: msg('The cause stays in the list, marked as ignored, and its dead letters stay. It reopens automatically.'),
  },
  open: {
    title: msg('Reopen this cause?'),
    submit: msg('Reopen'),
    says: msg('It is shown as open again, with its note and owner.'),
  },
} as const satisfies Readonly<Record<Triaging, Readonly<Record<'title' | 'submit' | 'says', string>>>>;

const HOURS = { '1': 1, '24': 24, '168': 168, rate: null } as const;
type Until = keyof typeof HOURS;

interface TriageDialogProps {
  readonly kind: Triaging;
  readonly cause: CausePage;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function TriageDialog({ kind, cause, onClose, onDone }: TriageDialogProps) {
  const { triage, group, fingerprint } = cause;
  const now = useNow();
  const workspace = useWorkspace();
  const [until, setUntil] = useState<Until>('24');
  const [perHour, setPerHour] = useState('10');
  const state = { edit: triage.state, resolve: 'resolved', ignore: 'ignored', open: 'open' } as const;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof triageCauseAction>[0]) => triageCauseAction(input, workspace),
      input: (data) => ({
        ...{ group, fingerprint, version: triage.version, state: state[kind] },
        note: textOf(data, 'note'),
        owner: textOf(data, 'owner'),
        ignore: kind === 'ignore' ? ignoreOf(until, perHour, now) : kind === 'edit' ? keptIgnore(cause) : undefined,
      }),
      onDone,
    },
    ['note', 'owner', 'ignore'],
  );
  const { title, submit, says } = WORDS[kind];
  return (
    <FormDialog title={t(title)} description={t(says)} submitLabel={t(submit)} form={form} onClose={onClose}>
      {kind === 'ignore' ? (
        <Field label={t('Until')} error={form.errorOf('ignore')}>
          <Segmented
            label={t('Until')}
            value={until}
            onChange={setUntil}
            options={[
              { value: '1', label: t('1 h') },
              { value: '24', label: t('24 h') },
              { value: '168', label: t('7 days') },
              { value: 'rate', label: t('more dead letters') },
            ]}
          />
        </Field>
      ) : null}
      {kind === 'ignore' && until === 'rate' ? (
        <Field label={t('Dead letters')} hint={t('1 to {most, number}', { most: TRIAGE_LIMITS.ignorePerHour })}>
          <NumberInput value={perHour} onChange={setPerHour} note={t('per hour')} />
        </Field>
      ) : null}
      <Field label={t('Owner')} error={form.errorOf('owner')}>
        <TextInput name="owner" defaultValue={triage.owner ?? ''} maxLength={TRIAGE_LIMITS.owner} autoComplete="off" />
      </Field>
      <Field label={t('Note')} error={form.errorOf('note')}>
        <TextArea name="note" defaultValue={triage.note} rows={4} maxLength={TRIAGE_LIMITS.note} />
      </Field>
    </FormDialog>
  );
}

function ignoreOf(until: Until, perHour: string, now: number) {
  const hours = HOURS[until];
  return hours === null ? { perHour: Number(perHour) } : { until: new Date(now + hours * 3_600_000).toISOString() };
}

function keptIgnore({ triage: { state, ignoreUntil, ignorePerHour } }: CausePage) {
  if (state !== 'ignored') return undefined;
  return { until: ignoreUntil ?? undefined, perHour: ignorePerHour ?? undefined };
}
