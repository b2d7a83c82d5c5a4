'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { TextInput } from '@/components/form/inputs';
import { NewPasswordField } from '@/components/form/new-password-field';
import { submitUnless, useActionForm } from '@/components/form/use-action-form';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { ActionResult } from '@/lib/model/action-result';

export type ChangePassword = (input: {
  current: string;
  password: string;
}) => Promise<ActionResult<{ readonly sessionsEnded: number }>>;

interface PasswordPanelProps {
  readonly name: string;
  readonly action: ChangePassword;
}

const EMPTY = { current: '', password: '', repeat: '' };

export function PasswordPanel({ name, action }: PasswordPanelProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [ended, setEnded] = useState<number | null>(null);
  const form = useActionForm(
    {
      action,
      input: () => ({ current: draft.current, password: draft.password }),
      onDone: ({ sessionsEnded }) => {
        setDraft(EMPTY);
        setEnded(sessionsEnded);
      },
    },
    ['current', 'password'],
  );
  const blocker =
    draft.current === '' || draft.password === ''
      ? 'Type your current password and the new one'
      : draft.password === draft.repeat
        ? null
        : 'The two new passwords differ';
  const set = (part: Partial<typeof EMPTY>) => {
    setEnded(null);
    setDraft({ ...draft, ...part });
  };
  return (
    <section className="panel" aria-label="Change password">
      <header>
        <h2>Change password</h2>
        <span className="small text-3">ends all your other sessions</span>
      </header>
      <form className="panel-body col col-wide" onSubmit={submitUnless(blocker, form)}>
        {/* for password managers: which account it is */}
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <Field label="Current password" error={form.errorOf('current')}>
          <TextInput
            type="password"
            autoComplete="current-password"
            value={draft.current}
            onChange={(event) => set({ current: event.target.value })}
          />
        </Field>
        <NewPasswordField
          label="New password"
          error={form.errorOf('password')}
          value={draft.password}
          onChange={(event) => set({ password: event.target.value })}
        />
        <Field label="Repeat new password">
          <TextInput
            type="password"
            autoComplete="new-password"
            value={draft.repeat}
            onChange={(event) => set({ repeat: event.target.value })}
          />
        </Field>
        <FormFailure failure={form.failure} slow={form.slow} />
        {ended === null ? null : (
          <Banner tone="info">
            Your password is changed. {ended === 1 ? '1 other session has' : `${ended} other sessions have`} ended.
          </Banner>
        )}
        <div className="row">
          <Button type="submit" variant="primary" pending={form.pending} disabledReason={blocker}>
            Change password
          </Button>
        </div>
      </form>
    </section>
  );
}
