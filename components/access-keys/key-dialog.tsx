'use client';

import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { Banner } from '@/components/ui/banner';
import { createAccessKeyAction, updateAccessKeyAction } from '@/lib/console/actions/access-keys';
import type { AccessKeyView } from '@/lib/console/operations/access-keys/views';
import type { ActionResult } from '@/lib/model/action-result';
import { t } from '@/lib/model/language/t';
import { endOfDay, type RuleLine, toLine, toLineError, toRule } from './access-keys.model';
import { RuleLines } from './rule-lines';

/** Its secret is in this answer only. */
export type MadeKey = Extract<Awaited<ReturnType<typeof createAccessKeyAction>>, { ok: true }>['data'];

interface KeyDialogProps {
  /** Null: a new one. */
  readonly editing: AccessKeyView | null;
  /** The same as the page shows it now. */
  readonly current: AccessKeyView | null;
  /** Reads it again. */
  readonly reload: () => unknown;
  readonly onClose: () => void;
  /** With the secret of a new key. */
  readonly onDone: (made: MadeKey | null) => void;
}

const FIRST: RuleLine = { id: 0, kind: 'publish', pattern: '' };

const draftOf = (key: AccessKeyView | null) => ({
  name: key?.name ?? '',
  note: key?.note ?? '',
  expires: key?.expiresAt?.slice(0, 10) ?? '',
  lines: (key?.rules.map(toLine) ?? [FIRST]) as readonly RuleLine[],
});

export function KeyDialog({ editing, current, reload, onClose, onDone }: KeyDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(editing));
  const { name, note, expires, lines } = draft;
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const edit = useRowEdit({
    ...{ opened: editing, current, draftOf, draft, onDraft: setDraft, reload },
    labels: { name: t('Name'), note: t('Note'), expires: t('Last day'), lines: t('Permissions') },
    savedBy: () => null,
    interest: { kinds: ['access-key'] },
  });
  const form = useActionForm(
    {
      action: async (fields: Parameters<typeof createAccessKeyAction>[0]): Promise<ActionResult<MadeKey | null>> => {
        if (editing === null || edit.version === null) return createAccessKeyAction(fields);
        const result = await updateAccessKeyAction({ ...fields, id: editing.accessKeyId, version: edit.version });
        return result.ok ? { ok: true, data: null } : result;
      },
      input: () => ({ name, note, rules: lines.map(toRule), expiresAt: endOfDay(expires, editing?.expiresAt ?? null) }),
      ...{ onDone, onFailure: edit.onFailure },
    },
    ['name', 'note', 'rules', 'expiresAt'],
  );
  return (
    <FormDialog
      size="wide"
      title={editing === null ? t('Create access key') : t('Edit {name}', { name: editing.name })}
      onClose={onClose}
      form={form}
      submitLabel={editing === null ? t('Create access key') : t('Save')}
      blocker={edit.blocker ?? (name.trim() === '' ? t('Enter a name') : null)}
      browserChecks
    >
      <Field label={t('Name')} hint={t('The application or team that uses the key.')} error={form.errorOf('name')}>
        <TextInput
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          maxLength={100}
          placeholder={'billing-service'}
        />
      </Field>
      <RuleLines lines={lines} onChange={(next) => set({ lines: next })} error={toLineError(form.errorOf('rules'))} />
      <Field label={t('Note')} hint={t('Optional: owner, ticket, deployment.')} error={form.errorOf('note')}>
        <TextInput value={note} onChange={(event) => set({ note: event.target.value })} maxLength={1000} />
      </Field>
      <Field label={t('Last day (UTC)')} hint={t('Optional. Last valid day (UTC).')} error={form.errorOf('expiresAt')}>
        <TextInput type="date" value={expires} onChange={(event) => set({ expires: event.target.value })} />
      </Field>
      {lines.some(({ kind }) => kind === 'everything') ? (
        <Banner tone="warning">
          {t('This key can send to and consume from every topic, including future topics.')}
        </Banner>
      ) : null}
      <ConflictPanel {...edit} />
    </FormDialog>
  );
}
