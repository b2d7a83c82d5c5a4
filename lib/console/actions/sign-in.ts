'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { signIn } from '../../auth/sign-in';
import { getRuntime } from '../../runtime/singleton';
import { tooManyWords } from '../http/door/too-many';
import { toFailure } from '../http/failure';
import { readForm } from '../http/form-input';
import { safePath } from '../http/safe-path';
import { setEntry } from '../http/session-cookie';
import { browserOf, isSameOrigin } from '../http/visitor';
import { t } from '../../model/language/t';

export interface SignInState {
  readonly message: string;
  readonly email: string;
}

const schema = z.object({
  email: z.string().max(320),
  password: z.string().max(1000),
  next: z.string().max(2000).optional(),
});

/** One text for every refusal: an unknown address, a wrong password and a disabled account look the same. */
export async function signInAction(_previous: SignInState | null, form: FormData): Promise<SignInState> {
  const given = readForm(schema, form);
  const email = given?.email ?? '';
  const requestHeaders = await headers();
  if (given === null || !isSameOrigin(requestHeaders))
    return { message: t('The action failed. Reload the page and try again.'), email };
  let more: string | null;
  try {
    const outcome = await signIn(getRuntime().store, given, browserOf(requestHeaders));
    if (outcome.kind === 'too-many') return { message: tooManyWords(), email };
    if (outcome.kind === 'refused') return { message: t('E-mail address or password is wrong.'), email };
    more = await setEntry(outcome);
  } catch (error) {
    return { message: toFailure(error, 'sign-in').message, email };
  }
  const next = safePath(given.next);
  redirect(more === null ? next : `${more}?next=${encodeURIComponent(next)}`);
}
