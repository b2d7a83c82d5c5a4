import 'server-only';
import { cookies, headers } from 'next/headers';
import { sessionLimits } from '../auth/session';
import { isHttps } from './visitor';

/** __Host- binds the cookie to this host and to https; plain http on loopback cannot have it. */
function cookieName(https: boolean): string {
  return https ? '__Host-redrive-session' : 'redrive-session';
}

/** For pages and actions. */
export async function readSessionToken(): Promise<string | null> {
  const jar = await cookies();
  return checked(jar.get(cookieName(isHttps(await headers())))?.value);
}

/** For route handlers: from the request itself, which also works while a stream is open. */
export function sessionTokenOf(request: Request): string | null {
  const name = cookieName(isHttps(request.headers));
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return checked(pairs.find(([key]) => key === name)?.[1]);
}

function checked(value: string | undefined): string | null {
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

export async function setSessionToken(token: string): Promise<void> {
  const https = isHttps(await headers());
  (await cookies()).set(cookieName(https), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    path: '/',
    maxAge: sessionLimits.absoluteHours * 3600,
  });
}

export async function clearSessionToken(): Promise<void> {
  const https = isHttps(await headers());
  (await cookies()).set(cookieName(https), '', {
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    path: '/',
    maxAge: 0,
  });
}
