import 'server-only';
import { headers } from 'next/headers';
import { forbidden, redirect, unstable_rethrow } from 'next/navigation';
import { cache } from 'react';
import { can, type Permission, type Principal } from '../../auth/permission';
import { readSession } from '../../auth/session';
import { getRuntime } from '../../runtime/singleton';
import { authorizeNoted } from './denial';
import { speakTo } from './language';
import { safePath } from './safe-path';
import { browserOf } from './visitor';

/** Who is signed in, from the database, once per request. Rendering a page counts as activity. */
export const findPrincipal = cache(async (): Promise<Principal | null> => {
  const given = await headers();
  // Until it is known who asks, and when that cannot be read.
  speakTo(given, null);
  const { sessionTokens, address } = browserOf(given);
  const principal = await readSession(getRuntime().store.console, sessionTokens, address, true);
  speakTo(given, principal);
  return principal;
});

/** For layouts and pages: sends a visitor who is not signed in to the sign-in page. */
export async function requirePrincipal(): Promise<Principal> {
  const principal = await findPrincipal();
  if (principal === null) {
    const path = safePath((await headers()).get('x-redrive-path') ?? undefined);
    redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`);
  }
  return principal;
}

/**
 * For the layout, which shows nothing but names of pages. Null: there is a session, and whose it is cannot be read.
 * Whatever a page or a part of it shows asks for itself, and gets nothing then.
 */
export async function requirePrincipalOrUnknown(): Promise<Principal | null> {
  try {
    return await requirePrincipal();
  } catch (error) {
    unstable_rethrow(error);
    return null;
  }
}

/** The first line of every page: signed in and allowed, or sign-in page, or the 403 page. */
export async function requirePermission(permission: Permission): Promise<Principal> {
  const principal = await requirePrincipal();
  try {
    return await authorizeNoted(principal, permission);
  } catch (error) {
    if (can(principal, permission)) throw error;
    forbidden();
  }
}
