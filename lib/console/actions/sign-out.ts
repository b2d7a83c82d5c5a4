'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { closeSession } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { findPrincipal } from '../http/session';
import { clearSessionToken } from '../http/session-cookie';
import { browserOf, isSameOrigin } from '../http/visitor';

export async function signOutAction(): Promise<void> {
  const requestHeaders = await headers();
  if (!isSameOrigin(requestHeaders)) return;
  const principal = await findPrincipal();
  if (principal !== null)
    await closeSession(getRuntime().store.prisma, browserOf(requestHeaders).sessionTokens, principal);
  await clearSessionToken();
  redirect('/sign-in');
}
