'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { TextInput } from '@/components/form/inputs';
import { sendStep } from '@/components/session/ask-server';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { PasskeyButton } from './other-ways';

export interface SecondWays {
  readonly email: string;
  readonly app: boolean;
  readonly passkey: boolean;
}

interface SecondFactorFormProps {
  readonly ways: SecondWays;
  readonly onDone: () => void;
  /** The password has to be given again. */
  readonly onAgain: () => void;
}

/** After the password: a code of the app, a recovery code, or a passkey. */
export function SecondFactorForm({ ways, onDone, onAgain }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const [byRecovery, setByRecovery] = useState(!ways.app && !ways.passkey);
  const [problem, setProblem] = useState<{ readonly message: string; readonly ended: boolean } | null>(null);
  const [pending, setPending] = useState(false);
  const asksCode = ways.app || byRecovery;

  const submit = async () => {
    if (pending || code.trim() === '') return;
    setPending(true);
    const answer = await sendStep('code', { code });
    setPending(false);
    if (answer.ok) return onDone();
    setProblem({ message: answer.message, ended: answer.code === 'conflict' });
    if (answer.code === 'unauthorized') setCode('');
  };

  return (
    <Form className="col col-wide" onSubmit={() => void submit()}>
      <p className="text-2">
        <Said of={pieces('Signing in as {email}.', { email: <b>{ways.email}</b> })} />
      </p>
      {ways.passkey && !byRecovery ? <PasskeyButton onDone={onDone} autoFocus={!ways.app} /> : null}
      {asksCode ? (
        <Field
          label={byRecovery ? t('Recovery code') : t('Code from your authenticator app')}
          hint={
            byRecovery
              ? t('One of the codes that you saved. Each works once.')
              : t('6 digits; they change every 30 seconds.')
          }
        >
          <TextInput
            name="code"
            key={byRecovery ? 'recovery' : 'app'}
            inputMode={byRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            spellCheck={false}
            required
            autoFocus
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      ) : null}
      {problem === null ? null : (
        <Banner
          tone="danger"
          action={
            problem.ended ? (
              <Button size="small" onClick={onAgain}>
                {t('Start again')}
              </Button>
            ) : null
          }
        >
          {problem.message}
        </Banner>
      )}
      {asksCode ? (
        <Button type="submit" variant="primary" size="large" pending={pending}>
          {pending ? t('Checking') : t('Continue')}
        </Button>
      ) : null}
      <div className="row wrap">
        {ways.app || ways.passkey ? (
          <Button
            size="small"
            onClick={() => {
              setByRecovery(!byRecovery);
              setCode('');
              setProblem(null);
            }}
          >
            {byRecovery ? t('Back to my second factor') : t('Use a recovery code')}
          </Button>
        ) : null}
        <Button size="small" onClick={onAgain}>
          {t('Another account')}
        </Button>
      </div>
    </Form>
  );
}
