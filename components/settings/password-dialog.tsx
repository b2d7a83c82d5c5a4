'use client';

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
      ? 'Enter your current password and the new one'
      : draft.password === draft.repeat
        ? null
        : 'The two new passwords differ';
  return (
    <FormDialog
      title="Change password"
      description="Changing it ends all your other sessions. This session stays open."
      onClose={onClose}
      form={form}
      submitLabel="Change password"
      blocker={blocker}
    >
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <Field label="Current password" error={form.errorOf('current')}>
        <TextInput
          type="password"
          autoComplete="current-password"
          value={draft.current}
          onChange={(event) => setDraft({ ...draft, current: event.target.value })}
        />
      </Field>
      <NewPasswordField
        label="New password"
        error={form.errorOf('password')}
        value={draft.password}
        onChange={(event) => setDraft({ ...draft, password: event.target.value })}
      />
      <Field label="Repeat new password">
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
