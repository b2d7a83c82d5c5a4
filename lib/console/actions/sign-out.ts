'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { closeSession } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { findPrincipal } from '../session';
import { clearSessionToken, readSessionToken } from '../session-cookie';
import { isSameOrigin } from '../visitor';

export async function signOutAction(): Promise<void> {
  if (!isSameOrigin(await headers())) return;
  const token = await readSessionToken();
  const principal = await findPrincipal();
  if (token !== null && principal !== null) await closeSession(getRuntime().store.console, token, principal);
  await clearSessionToken();
  redirect('/sign-in');
}
