import { beforeEach, expect, test, vi } from 'vitest';

import { clearSessionToken, setTokens } from './session-cookie';

/** The browser's request and the cookies of the answer, as Next would hand them to an action. */
const browser = vi.hoisted(() => ({ headers: new Headers(), set: new Map<string, object>() }));
vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({
  headers: () => Promise.resolve(browser.headers),
  cookies: () =>
    Promise.resolve({
      set: (name: string, value: string, options: object) => browser.set.set(name, { value, ...options }),
    }),
}));
beforeEach(() => browser.set.clear());

const TOKENS = { sessionToken: 's', deviceToken: 'd' };
const GUARDED = { httpOnly: true, sameSite: 'lax', path: '/' };

test('no script may read the cookies, and no other site sends them along', async () => {
  browser.headers = new Headers();
  await setTokens(TOKENS);
  expect([...browser.set]).toEqual([
    ['redrive-session', { ...GUARDED, secure: false, value: 's', maxAge: 12 * 3600 }],
    ['redrive-device', { ...GUARDED, secure: false, value: 'd', maxAge: 90 * 86_400 }],
  ]);
});

test('over HTTPS they are for this host alone and never sent without encryption', async () => {
  browser.headers = new Headers({ 'x-forwarded-proto': 'https' });
  await setTokens(TOKENS);
  expect([...browser.set]).toEqual([
    ['__Host-redrive-session', { ...GUARDED, secure: true, value: 's', maxAge: 12 * 3600 }],
    ['__Host-redrive-device', { ...GUARDED, secure: true, value: 'd', maxAge: 90 * 86_400 }],
  ]);
  await clearSessionToken();
  expect(browser.set.get('__Host-redrive-session')).toMatchObject({ value: '', maxAge: 0 });
});
