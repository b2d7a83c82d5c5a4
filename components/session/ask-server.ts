import { t } from '@/lib/model/language/t';

export interface Account {
  readonly name: string;
}

export type Presence =
  | { readonly kind: 'signed-in'; readonly account: Account }
  | { readonly kind: 'signed-out' }
  /** The server answers, and cannot find out. */
  | { readonly kind: 'unknown' }
  /** No answer, or none of ours. */
  | { readonly kind: 'unreachable' };

const LIMIT_MS = 8_000;
/** A sign-in hashes a password: seconds on a busy server. A short limit would ask for it again, in vain. */
const SIGN_IN_LIMIT_MS = 30_000;

/** Does the server answer, and who is signed in? `active`: a person uses the page, which keeps the session alive. */
export async function askWhoIsSignedIn(active = false): Promise<Presence> {
  try {
    const answer = await fetch('/api/session', {
      cache: 'no-store',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: active ? { 'x-redrive-active': '1' } : {},
    });
    if (answer.status === 401) return { kind: 'signed-out' };
    const body: unknown = await answer.json();
    return answer.ok && isAccount(body) ? { kind: 'signed-in', account: body } : { kind: 'unknown' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** What a step of a sign-in came to. */
export type StepAnswer<T> =
  | { readonly ok: true; readonly data: T | null }
  | { readonly ok: false; readonly code: string; readonly message: string };

const noAnswer = () =>
  ({ ok: false, code: 'no-answer', message: t('The server is not responding. Try again.') }) as const;

/** A step of a sign-in: not a server action, which would render the page again for the person who comes in. */
export async function sendStep<T>(step: string, body?: unknown): Promise<StepAnswer<T>> {
  try {
    const answer = await fetch(`/api/session/${step}`, {
      signal: AbortSignal.timeout(SIGN_IN_LIMIT_MS),
      cache: 'no-store',
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.status === 204) return { ok: true, data: null };
    const said: unknown = await answer.json();
    if (answer.ok) return { ok: true, data: said as T };
    return { ok: false, code: codeOf(said), message: messageOf(said) ?? t('The server failed to respond. Try again.') };
  } catch {
    return noAnswer();
  }
}

/** Signed in, or what comes next, or what was wrong. */
type Answered = { readonly next: 'signed-in' | 'second-factor' | 'enrol' } | { readonly refused: string };

export async function signInHere(email: string, password: string): Promise<Answered> {
  const form = new FormData();
  form.set('email', email);
  form.set('password', password);
  try {
    const answer = await fetch('/api/session', {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(SIGN_IN_LIMIT_MS),
    });
    if (answer.status === 204) return { next: 'signed-in' };
    const said: unknown = await answer.json();
    if (answer.ok) return { next: isEnrol(said) ? 'enrol' : 'second-factor' };
    return { refused: messageOf(said) ?? t('The server failed to respond. Try again.') };
  } catch {
    return { refused: noAnswer().message };
  }
}

function isAccount(body: unknown): body is Account {
  return typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string';
}

function isEnrol(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'next' in body && body.next === 'enrol';
}

function codeOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'internal';
}

function messageOf(body: unknown): string | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return typeof error.message === 'string' ? error.message : null;
}
