'use client';

import { t } from '@/lib/model/language/t';
import { unstable_rethrow } from 'next/navigation';
import { useActionState } from 'react';
import { Field } from '@/components/form/field';
import { textOf } from '@/components/form/form-text';
import { TextInput } from '@/components/form/inputs';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonAnchor } from '@/components/ui/button';
import type { SignInState } from '@/lib/console/actions/sign-in';
import styles from './gate.module.css';
import { PasskeyButton } from './other-ways';

interface SignInFormProps {
  readonly action: (previous: SignInState | null, form: FormData) => Promise<SignInState>;
  readonly next: string | undefined;
  /** What the button of the OpenID provider says; null: there is none. */
  readonly singleSignOn: string | null;
}

export function SignInForm({ action, next, singleSignOn }: SignInFormProps) {
  const [state, submit, pending] = useActionState(async (previous: SignInState | null, form: FormData) => {
    try {
      return await action(previous, form);
    } catch (error) {
      unstable_rethrow(error);
      return { message: t('The server is not responding. Try again.'), email: textOf(form, 'email') };
    }
  }, null);
  return (
    <form action={submit} className={styles.form}>
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      <Field label={t('E-mail address')}>
        <TextInput name="email" type="email" autoComplete="username" required autoFocus defaultValue={state?.email} />
      </Field>
      <Field label={t('Password')}>
        <TextInput name="password" type="password" autoComplete="current-password" required />
      </Field>
      {state === null ? null : <Banner tone="danger">{state.message}</Banner>}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {pending ? t('Signing in') : t('Sign in')}
      </Button>
      <PasskeyButton onDone={() => location.assign(next ?? '/')} />
      {singleSignOn === null ? null : (
        <ButtonAnchor
          size="large"
          href={`/api/session/oidc${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`}
        >
          {t('Sign in with {provider}', { provider: singleSignOn })}
        </ButtonAnchor>
      )}
    </form>
  );
}
