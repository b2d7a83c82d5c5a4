'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { completeSetUp } from '../../auth/set-up';
import type { ActionFailure } from '../../model/action-result';
import { getRuntime } from '../../runtime/singleton';
import { toFailure } from '../http/failure';
import { readForm } from '../http/form-input';
import { setEntry } from '../http/session-cookie';
import { browserOf, isSameOrigin } from '../http/visitor';
import { t } from '../../model/language/t';

export interface SetUpState {
  readonly failure: ActionFailure;
  readonly email: string;
}

const schema = z.object({
  token: z.string().max(200),
  email: z.string().max(320).default(''),
  password: z.string().max(1000),
  repeat: z.string().max(1000),
});

/** Ends the one-time link: sets the password and signs in. */
export async function setUpAction(_previous: SetUpState | null, form: FormData): Promise<SetUpState> {
  const given = readForm(schema, form);
  const email = given?.email ?? '';
  const requestHeaders = await headers();
  if (given === null || !isSameOrigin(requestHeaders))
    return { failure: { code: 'bad-request', message: t('The action failed. Open the link again.') }, email };
  if (given.password !== given.repeat) {
    return { failure: { code: 'bad-request', message: t('The two passwords differ.'), field: 'repeat' }, email };
  }
  let next: string | null;
  try {
    next = await setEntry(await completeSetUp(getRuntime().store, given, browserOf(requestHeaders)));
  } catch (error) {
    return { failure: toFailure(error, 'set-up'), email };
  }
  redirect(next ?? '/');
}
