import { beforeEach, expect, test } from 'vitest';

import { browser } from '../../testing/next';
import { clearSessionToken, setEntry } from './session-cookie';

beforeEach(() => browser.cookies.clear());

const ENTRY = { kind: 'signed-in', sessionToken: 's', deviceToken: 'd' } as const;
const GUARDED = { httpOnly: true, sameSite: 'lax', path: '/' };

test('no script may read the cookies, and no other site sends them along', async () => {
  browser.headers = new Headers();
  expect(await setEntry(ENTRY)).toBeNull();
  expect([...browser.cookies]).toEqual([
    ['redrive-session', { ...GUARDED, secure: false, value: 's', maxAge: 12 * 3600 }],
    ['redrive-device', { ...GUARDED, secure: false, value: 'd', maxAge: 90 * 86_400 }],
    ['redrive-step', { ...GUARDED, secure: false, value: '', maxAge: 0 }],
  ]);
});

test('over HTTPS they are for this host alone and never sent without encryption', async () => {
  browser.headers = new Headers({ 'x-forwarded-proto': 'https' });
  expect(await setEntry(ENTRY)).toBeNull();
  expect([...browser.cookies]).toEqual([
    ['__Host-redrive-session', { ...GUARDED, secure: true, value: 's', maxAge: 12 * 3600 }],
    ['__Host-redrive-device', { ...GUARDED, secure: true, value: 'd', maxAge: 90 * 86_400 }],
    ['__Host-redrive-step', { ...GUARDED, secure: true, value: '', maxAge: 0 }],
  ]);
  await clearSessionToken();
  expect(browser.cookies.get('__Host-redrive-session')).toMatchObject({ value: '', maxAge: 0 });
});

test('a sign-in that lacks a second factor has no session, and is held for ten minutes', async () => {
  browser.headers = new Headers();
  expect(await setEntry({ kind: 'second-factor', stepToken: 't' })).toBe('/sign-in/second');
  expect(await setEntry({ kind: 'enrol', stepToken: 't' })).toBe('/sign-in/enrol');
  expect([...browser.cookies]).toEqual([['redrive-step', { ...GUARDED, secure: false, value: 't', maxAge: 600 }]]);
});
