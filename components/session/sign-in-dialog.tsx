'use client';

import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { askWhoIsSignedIn, signInHere } from './ask-server';
import { session } from './session-state';
import { useSession } from './use-session';

/** Sign-in over the page, which keeps all that was typed there. */
export function SignInDialog() {
  const { asking, person } = useSession();
  return asking ? <OpenSignInDialog person={person} /> : null;
}

function OpenSignInDialog({ person }: { readonly person: string | null }) {
  const [email, setEmail] = useState(person ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const isOther = person !== null && email.trim().toLowerCase() !== person;
  useEscapeOfTopDialog(() => session.decline());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const refused = await signInHere(email, password);
    const presence = refused === null ? await askWhoIsSignedIn() : null;
    setPending(false);
    if (presence?.kind === 'signed-in') return session.resume(presence.account.name);
    setProblem(refused ?? 'The server does not answer. Try again.');
  };

  return (
    <Dialog
      open
      title="Sign in to go on"
      description="Your session has ended. The page below and what you typed on it are kept."
      // a press beside it is one on the page behind, not a decision
      onOpenChange={(next, byAccident) => (next || byAccident ? undefined : session.decline())}
    >
      <form className="col col-wide" onSubmit={(event) => void submit(event)}>
        <Field label="E-mail address">
          <TextInput
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password">
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
            This page was opened by {person}. With another account your input is kept, and nothing is sent
            automatically.
          </Banner>
        ) : null}
        {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
        <div className="row wrap">
          <Button onClick={() => session.decline()} keys="Esc">
            Not now
          </Button>
          <span className="grow" />
          <Button type="submit" variant="primary" pending={pending}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A dialog of the page below also listens for Esc and would close with its input: this one handles it first. */
function useEscapeOfTopDialog(close: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
