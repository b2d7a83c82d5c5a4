'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { sendStep } from '@/components/session/ask-server';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { AppSetUp } from './app-set-up';
import { useReasonAgainstPasskeys } from './other-ways';
import { makePasskey, proposedName } from './passkey';
import { RecoveryCodes } from './recovery-codes';

interface EnrolmentProps {
  readonly email: string;
  readonly next: string;
}

interface Finished {
  readonly recoveryCodes: readonly string[] | null;
}

/** For who may not come in without a second factor, and has none. */
export function Enrolment({ email, next }: EnrolmentProps) {
  const [app, setApp] = useState<{ readonly secret: string; readonly address: string } | null>(null);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<{ readonly message: string; readonly ended: boolean } | null>(null);
  const [pending, setPending] = useState(false);
  const reason = useReasonAgainstPasskeys();

  const step = async <T,>(path: string, body: unknown): Promise<T | null> => {
    setPending(true);
    setProblem(null);
    const answer = await sendStep<T>(path, body);
    setPending(false);
    if (answer.ok) return answer.data;
    setProblem({ message: answer.message, ended: answer.code === 'unauthorized' });
    return null;
  };
  const finish = (done: Finished | null) => {
    if (done === null) return;
    if (done.recoveryCodes === null) location.assign(next);
    else setCodes(done.recoveryCodes);
  };
  const addPasskey = async () => {
    const options = await step<PublicKeyCredentialCreationOptionsJSON>('enrol/passkey/question', {});
    if (options === null) return;
    const response = await makePasskey(options);
    if (typeof response === 'string') return setProblem({ message: response, ended: false });
    finish(await step<Finished>('enrol/passkey', { name: proposedName(), response }));
  };
  const submit = async () => {
    if (!pending && code.trim() !== '') finish(await step<Finished>('enrol/app/code', { code }));
  };

  if (codes !== null) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <Button variant="primary" size="large" onClick={() => location.assign(next)}>
          {t('I have saved the codes')}
        </Button>
      </>
    );
  }
  const failure =
    problem === null ? null : (
      <Banner
        tone="danger"
        action={
          problem.ended ? (
            <Button size="small" onClick={() => location.assign('/sign-in')}>
              {t('Sign in again')}
            </Button>
          ) : null
        }
      >
        {problem.message}
      </Banner>
    );
  if (app !== null) {
    return (
      <Form className="col col-wide" onSubmit={() => void submit()}>
        <AppSetUp {...app} code={code} onCode={setCode} error={null} />
        {failure}
        <Button type="submit" variant="primary" size="large" pending={pending}>
          {t('Finish and sign in')}
        </Button>
        <Button size="small" onClick={() => setApp(null)}>
          {t('Choose another way')}
        </Button>
      </Form>
    );
  }
  return (
    <div className="col col-wide">
      <p className="text-2">
        <Said
          of={pieces('The role of {email} needs more than a password. Choose what you will sign in with from now on.', {
            email: <b>{email}</b>,
          })}
        />
      </p>
      <Button
        variant="primary"
        size="large"
        pending={pending}
        onClick={() => void step<{ secret: string; address: string }>('enrol/app', {}).then(setApp)}
      >
        {t('Use an authenticator app')}
      </Button>
      <Button size="large" pending={pending} disabledReason={reason ?? null} onClick={() => void addPasskey()}>
        {t('Use a passkey')}
      </Button>
      {failure}
    </div>
  );
}
