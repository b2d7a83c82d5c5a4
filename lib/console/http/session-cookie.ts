import 'server-only';
import { cookies, headers } from 'next/headers';
import { sessionLimits } from '../../auth/session';
import { deviceCookie, isHttps, sessionCookie } from './visitor';

const DEVICE_DAYS = 90;

interface Tokens {
  readonly sessionToken: string;
  readonly deviceToken: string;
}

/** After signing in. The device's outlives the session: by it the next sign-in is known. */
export async function setTokens({ sessionToken, deviceToken }: Tokens): Promise<void> {
  const given = await headers();
  await set(sessionCookie(given), sessionToken, sessionLimits.absoluteHours * 3600);
  await set(deviceCookie(given), deviceToken, DEVICE_DAYS * 86_400);
}

export async function clearSessionToken(): Promise<void> {
  await set(sessionCookie(await headers()), '', 0);
}

async function set(name: string, value: string, maxAge: number): Promise<void> {
  const secure = isHttps(await headers());
  (await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge });
}
