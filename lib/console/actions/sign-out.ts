'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signOutAddress } from '../../auth/oidc/provider';
import { closeSession } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { findPrincipal } from '../http/session';
import { clearSessionToken } from '../http/session-cookie';
import { browserOf, isSameOrigin } from '../http/visitor';

export async function signOutAction(): Promise<void> {
  const requestHeaders = await headers();
  if (!isSameOrigin(requestHeaders)) return;
  const principal = await findPrincipal();
  const { store, config } = getRuntime();
  const closed =
    principal === null ? null : await closeSession(store.prisma, browserOf(requestHeaders).sessionTokens, principal);
  await clearSessionToken();
  // who signed in elsewhere would be let in again there without a question
  const elsewhere =
    closed?.method === 'single-sign-on' && config.oidc !== undefined
      ? await signOutAddress(config.oidc, `${config.publicUrl}/sign-in`)
      : null;
  redirect(elsewhere ?? '/sign-in');
}
