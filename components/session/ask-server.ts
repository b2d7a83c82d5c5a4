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

/** @returns what was wrong, or null: signed in */
export async function signInHere(email: string, password: string): Promise<string | null> {
  const form = new FormData();
  form.set('email', email);
  form.set('password', password);
  try {
    const answer = await fetch('/api/session', { method: 'POST', body: form, signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.ok) return null;
    return messageOf(await answer.json()) ?? 'The server failed to answer. Try again.';
  } catch {
    return 'The server does not answer. Try again.';
  }
}

function isAccount(body: unknown): body is Account {
  return typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string';
}

function messageOf(body: unknown): string | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return typeof error.message === 'string' ? error.message : null;
}
