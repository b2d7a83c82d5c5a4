'use client';

import { msg, t } from '@/lib/model/language/t';
import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { TextInput } from '@/components/form/inputs';
import { useTopEscape } from '@/components/form/use-top-escape';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { Dialog } from '@/components/form/dialog';
import { onSignedIn } from './other-window';
import { PasskeyButton } from './other-ways';
import { SecondFactorForm, type SecondWays } from './second-factor-form';
import { askWhoIsSignedIn, sendStep, signInHere } from '@/components/session/ask-server';
import { session, useSession } from '@/components/session/session-state';

/**
 * Sign-in over the page, which keeps all that was typed there. Whatever way in it offers also confirms a person who is
 * signed in: each opens a new session.
 */
export function SignInDialog() {
  const { asking, confirming, person } = useSession();
  return asking ? <OpenSignInDialog person={person} confirming={confirming} /> : null;
}

interface OpenProps {
  readonly person: string | null;
  readonly confirming: boolean;
}

function OpenSignInDialog({ person, confirming }: OpenProps) {
  const [email, setEmail] = useState(person ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [singleSignOn, setSingleSignOn] = useState<string | null>(null);
  const [second, setSecond] = useState<SecondWays | null>(null);
  const isOther = person !== null && email.trim().toLowerCase() !== person;
  useTopEscape(() => session.decline());

  const submit = async () => {
    if (pending) return;
    setPending(true);
    const answer = await signInHere(email, password);
    setPending(false);
    if ('refused' in answer) return setProblem(answer.refused);
    setProblem(null);
    if (answer.next === 'signed-in') return goOn();
    if (answer.next === 'enrol') return setProblem(t(MUST_ENROL));
    const ways = await sendStep<Ways>('ways');
    if (!ways.ok) return setProblem(ways.message);
    setSecond(ways.data?.second ?? null);
  };
  /** There is a new session, whichever way it came. */
  const goOn = async () => {
    const presence = await askWhoIsSignedIn();
    if (presence.kind === 'signed-in') return session.resume(presence.account.name);
    setProblem(t('The server is not responding. Try again.'));
  };
  const onElsewhere = useEffectEvent(() => void goOn());
  useEffect(() => {
    void sendStep<Ways>('ways').then((ways) => setSingleSignOn(ways.ok ? (ways.data?.singleSignOn ?? null) : null));
    return onSignedIn(() => onElsewhere());
  }, []);

  return (
    <Dialog
      open
      title={confirming ? t('Confirm that it is you') : t('Sign in to continue')}
      description={
        confirming
          ? t('Confirm your identity to continue. The change is then sent automatically.')
          : t('Your session has ended. The page below and what you typed on it are kept.')
      }
      // a press beside it is one on the page behind, not a decision
      onOpenChange={(next, byAccident) => (next || byAccident ? undefined : session.decline())}
    >
      {second !== null ? (
        <SecondFactorForm ways={second} onDone={() => void goOn()} onAgain={() => setSecond(null)} />
      ) : (
        <Form className="col col-wide" onSubmit={() => void submit()}>
          <Field label={t('E-mail address')}>
            <TextInput
              type="email"
              autoComplete="username"
              required
              readOnly={confirming}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field label={t('Password')}>
            <TextInput
              type="password"
              autoComplete="current-password"
              required
              autoFocus={person !== null}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          {isOther ? (
            <Banner tone="warning">
              {t(
                `This page was opened by {person}. With another account your input is kept, and nothing is sent
                automatically.`,
                { person },
              )}
            </Banner>
          ) : null}
          {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
          <div className="row wrap">
            <Button onClick={() => session.decline()} keys="Esc">
              {t('Not now')}
            </Button>
            <span className="grow" />
            <Button type="submit" variant="primary" pending={pending}>
              {confirming ? t('Confirm') : t('Sign in')}
            </Button>
          </div>
          <OtherWays singleSignOn={singleSignOn} onDone={() => void goOn()} />
        </Form>
      )}
    </Dialog>
  );
}

interface Ways {
  readonly singleSignOn: string | null;
  readonly second: SecondWays | null;
}

const MUST_ENROL = msg(
  'Your role needs a second factor, and you have none. Sign in in another window to set one up; this page waits.',
);

/** In a window of its own: this page keeps what was typed. */
function OtherWays({ singleSignOn, onDone }: Pick<Ways, 'singleSignOn'> & { readonly onDone: () => void }) {
  return (
    <>
      <PasskeyButton onDone={onDone} />
      {singleSignOn === null ? null : (
        <ButtonAnchor size="large" href="/api/session/oidc?confirm=1" target="_blank" rel="opener">
          {t('Use {provider} in another window', { provider: singleSignOn })}
        </ButtonAnchor>
      )}
    </>
  );
}
