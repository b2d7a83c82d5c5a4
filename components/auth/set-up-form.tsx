'use client';

import { t } from '@/lib/model/language/t';
import { unstable_rethrow } from 'next/navigation';
import { useActionState } from 'react';
import { Field } from '@/components/form/field';
import { textOf } from '@/components/form/form-text';
import { TextInput } from '@/components/form/inputs';
import { NewPasswordField } from '@/components/form/new-password-field';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { SetUpState } from '@/lib/console/actions/set-up';
import styles from './gate.module.css';

interface SetUpFormProps {
  readonly action: (previous: SetUpState | null, form: FormData) => Promise<SetUpState>;
  readonly token: string;
  /** Known unless this is the first administrator. */
  readonly email: string | null;
}

export function SetUpForm({ action, token, email }: SetUpFormProps) {
  const [state, submit, pending] = useActionState(async (previous: SetUpState | null, form: FormData) => {
    try {
      return await action(previous, form);
    } catch (error) {
      unstable_rethrow(error);
      const message = t('The server is not responding. Try again. If the link has already been used, sign in.');
      return { failure: { code: 'no-answer', message }, email: textOf(form, 'email') };
    }
  }, null);
  const failure = state?.failure;
  const errorOf = (field: string) => (failure?.field === field ? failure.message : null);
  const atField = ['email', 'password', 'repeat'].includes(failure?.field ?? '');
  return (
    <form action={submit} className={styles.form}>
      <input type="hidden" name="token" value={token} />
      <Field label={t('E-mail address')} error={errorOf('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus={email === null}
          readOnly={email !== null}
          defaultValue={email ?? state?.email}
        />
      </Field>
      <NewPasswordField
        label={t('Password')}
        error={errorOf('password')}
        name="password"
        required
        minLength={12}
        autoFocus={email !== null}
      />
      <Field label={t('Repeat password')} error={errorOf('repeat')}>
        <TextInput name="repeat" type="password" autoComplete="new-password" required />
      </Field>
      {failure === undefined || atField ? null : <Banner tone="danger">{failure.message}</Banner>}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {t('Set password and sign in')}
      </Button>
    </form>
  );
}
