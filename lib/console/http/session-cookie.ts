import 'server-only';
import { cookies, headers } from 'next/headers';
import { sessionLimits } from '../../auth/session';
import type { Entry } from '../../auth/enter';
import { deviceCookie, isHttps, questionCookie, sessionCookie, stepCookie } from './visitor';

const DEVICE_DAYS = 90;
const STEP_S = 600;

type Tokens = Pick<Entry & { readonly kind: 'signed-in' }, 'sessionToken' | 'deviceToken'>;

/** The device's outlives the session: by it the next sign-in is known. */
async function setTokens({ sessionToken, deviceToken }: Tokens): Promise<void> {
  const given = await headers();
  await set(sessionCookie(given), sessionToken, sessionLimits.absoluteHours * 3600);
  await set(deviceCookie(given), deviceToken, DEVICE_DAYS * 86_400);
}

/** @returns where the person goes on when something is missing; null: signed in */
export async function setEntry(entry: Entry): Promise<'/sign-in/second' | '/sign-in/enrol' | null> {
  const given = await headers();
  if (entry.kind === 'signed-in') {
    await setTokens(entry);
    await set(stepCookie(given), '', 0);
    return null;
  }
  await set(stepCookie(given), entry.stepToken, STEP_S);
  return entry.kind === 'enrol' ? '/sign-in/enrol' : '/sign-in/second';
}

export async function setQuestion(token: string): Promise<void> {
  await set(questionCookie(await headers()), token, STEP_S);
}

export async function clearSessionToken(): Promise<void> {
  await set(sessionCookie(await headers()), '', 0);
}

async function set(name: string, value: string, maxAge: number): Promise<void> {
  const secure = isHttps(await headers());
  (await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge });
}
