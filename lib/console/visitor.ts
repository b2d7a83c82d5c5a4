import 'server-only';
import type { Visitor } from '../auth/session';

interface HeaderReader {
  get(name: string): string | null;
}

/**
 * Next fills x-forwarded-for from the socket when nobody else did. Behind a proxy the last entry is the one that the
 * proxy itself wrote; earlier ones are whatever the client claimed.
 */
export function visitorOf(headers: HeaderReader): Visitor {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return {
    address: address.slice(0, 64) || 'unknown',
    agent: printable(headers.get('user-agent') ?? '').slice(0, 200),
  };
}

export function isHttps(headers: HeaderReader): boolean {
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
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
