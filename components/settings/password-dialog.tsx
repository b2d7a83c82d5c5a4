'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { NewPasswordField } from '@/components/form/new-password-field';
import { useActionForm } from '@/components/form/use-action-form';
import { changePasswordAction } from '@/lib/console/actions/own-account';

interface PasswordDialogProps {
  /** Of the account, for password managers. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: (sessionsEnded: number) => void;
}

export function PasswordDialog({ name, onClose, onDone }: PasswordDialogProps) {
  const [draft, setDraft] = useState({ current: '', password: '', repeat: '' });
  const form = useActionForm(
    {
      action: changePasswordAction,
      input: () => ({ current: draft.current, password: draft.password }),
      onDone: ({ sessionsEnded }) => onDone(sessionsEnded),
    },
    ['current', 'password'],
  );
  const blocker =
    draft.current === '' || draft.password === ''
      ? t('Enter your current password and the new one')
      : draft.password === draft.repeat
        ? null
        : t('The two new passwords do not match');
  return (
    <FormDialog
      title={t('Change password')}
      description={t('Changing it ends all your other sessions. This session stays open.')}
      onClose={onClose}
      form={form}
      submitLabel={t('Change password')}
      blocker={blocker}
    >
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <Field label={t('Current password')} error={form.errorOf('current')}>
        <TextInput
          type="password"
          autoComplete="current-password"
          value={draft.current}
          onChange={(event) => setDraft({ ...draft, current: event.target.value })}
        />
      </Field>
      <NewPasswordField
        label={t('New password')}
        error={form.errorOf('password')}
        value={draft.password}
        onChange={(event) => setDraft({ ...draft, password: event.target.value })}
      />
      <Field label={t('Repeat new password')}>
        <TextInput
          type="password"
          autoComplete="new-password"
          value={draft.repeat}
          onChange={(event) => setDraft({ ...draft, repeat: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
