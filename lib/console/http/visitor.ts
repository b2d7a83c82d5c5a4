import 'server-only';
import { isIP } from 'node:net';
import { addressBlock } from '../../auth/address-block';
import type { Browser, Visitor } from '../../auth/session';

export interface HeaderReader {
  get(name: string): string | null;
}

/**
 * The launcher writes these headers of every request: what our proxy says, or what the connection shows (lib/cli/door).
 */
export function visitorOf(headers: HeaderReader): Visitor {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return {
    // a proxy may hand on what is no address
    address: isIP(address.replace(/%.*$/, '')) === 0 ? addressBlock(address) : address.slice(0, 64),
    agent: printable(headers.get('user-agent') ?? '').slice(0, 200),
  };
}

export function browserOf(headers: HeaderReader): Browser {
  return {
    ...visitorOf(headers),
    sessionTokens: tokensIn(headers, sessionCookie(headers)),
    deviceTokens: tokensIn(headers, deviceCookie(headers)),
  };
}

/** __Host- binds a cookie to this host and to https; plain http on loopback cannot have it. */
export function sessionCookie(headers: HeaderReader): string {
  return isHttps(headers) ? '__Host-redrive-session' : 'redrive-session';
}

export function deviceCookie(headers: HeaderReader): string {
  return isHttps(headers) ? '__Host-redrive-device' : 'redrive-device';
}

/**
 * All that look like tokens: over plain http a page on another port, or on a name below, can set a cookie of the same
 * name that comes first. Of the right shape it still is nothing that this console gave out.
 */
function tokensIn(headers: HeaderReader, name: string): string[] {
  const values = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((value) => /^[\w-]{43}$/.test(value));
  return [...new Set(values)];
}

/** Of a sign-in that is not finished: the password was right, and a second factor is missing. */
export function stepCookie(headers: HeaderReader): string {
  return isHttps(headers) ? '__Host-redrive-step' : 'redrive-step';
}

/** Of one question to an authenticator or to an OpenID provider. */
export function questionCookie(headers: HeaderReader): string {
  return isHttps(headers) ? '__Host-redrive-question' : 'redrive-question';
}

export function stepTokensOf(headers: HeaderReader): string[] {
  return tokensIn(headers, stepCookie(headers));
}

export function questionTokensOf(headers: HeaderReader): string[] {
  return tokensIn(headers, questionCookie(headers));
}

/** What the browser calls this machine. */
export function hostnameOf(headers: HeaderReader): string {
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? '';
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

/** The address that a page of ours was opened by: after isSameOrigin, and the launcher has checked its host. */
export function siteOf(headers: HeaderReader): { readonly origin: string; readonly host: string } {
  const { origin, hostname } = new URL(headers.get('origin') ?? 'null:');
  return { origin, host: hostname };
}

export function isHttps(headers: HeaderReader): boolean {
  return headers.get('x-forwarded-proto') === 'https';
}

/**
 * A browser sends Origin with every POST; a request without one is refused too, since leaving it out must not be a way
 * around the check.
 */
export function isSameOrigin(headers: HeaderReader): boolean {
  const origin = headers.get('origin');
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  if (origin === null || host === null || !URL.canParse(origin)) return false;
  const site = headers.get('sec-fetch-site');
  return new URL(origin).host === host && (site === null || site === 'same-origin');
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
