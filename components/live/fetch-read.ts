import type { QueryState } from '@tanstack/react-query';
import type { ReadData, ReadName } from '@/lib/console/reads/registry';
import { LANGUAGE_HEADER } from '@/lib/model/language/languages';
import { speech } from '@/lib/model/language/speech';
import { t } from '@/lib/model/language/t';
import { FIRST_READ, readPath } from '@/lib/model/read-path';
import type { ReadResult } from '@/lib/model/read-result';

/** A read that did not answer. `kind` picks the empty state: no permission, or could not ask. */
export class ReadError extends Error {
  override readonly name = 'ReadError';

  constructor(
    readonly kind: 'signed-out' | 'unreachable' | 'forbidden' | 'not-found' | 'bad-input' | 'failed',
    readonly code: string,
    message: string,
    /** The input that is wrong. */
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

/** A read that takes longer is given up, so that what it shows is known to be old. */
const LIMIT_MS = 15_000;

/** A person waits for it. One that failed is asked for again by itself, in its turn. */
export function isFirst(state: QueryState | undefined): boolean {
  return state?.data === undefined && (state?.errorUpdateCount ?? 0) === 0;
}

/**
 * `active`: a person used the page lately. Only then does the read keep the session alive. `first`: there is nothing to
 * show until it answers.
 */
export async function fetchRead<Name extends ReadName>(
  name: Name,
  search: string,
  signal: AbortSignal,
  active: boolean,
  first = false,
): Promise<ReadResult<ReadData<Name>>> {
  const headers = {
    accept: 'application/json',
    [LANGUAGE_HEADER]: speech().language,
    ...(active ? { 'x-redrive-active': '1' } : {}),
    ...(first ? { [FIRST_READ]: '1' } : {}),
  };
  const late = AbortSignal.timeout(LIMIT_MS);
  const response = await fetch(search === '' ? readPath(name) : `${readPath(name)}?${search}`, {
    signal: AbortSignal.any([signal, late]),
    headers,
    cache: 'no-store',
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (late.aborted)
      throw new ReadError(
        'failed',
        'unavailable',
        t('The server did not respond within {seconds} s.', { seconds: LIMIT_MS / 1000 }),
      );
    throw new ReadError('unreachable', 'unavailable', t('The server is not responding.'));
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isReadResult<ReadData<Name>>(body)) return body;
  throw toError(response.status, body);
}

function isReadResult<T>(body: unknown): body is ReadResult<T> {
  return typeof body === 'object' && body !== null && 'data' in body && 'asOf' in body;
}

function toError(status: number, body: unknown): ReadError {
  const { code, message, field } = failureOf(body);
  switch (status) {
    case 400:
      return new ReadError('bad-input', code, message, field);
    case 401:
      return new ReadError('signed-out', code, t('Your session has ended. Sign in again.'));
    case 403:
      return new ReadError('forbidden', code, message);
    case 404:
      return new ReadError('not-found', code, message, field);
    default:
      return new ReadError('failed', code, message);
  }
}

function failureOf(body: unknown): { code: string; message: string; field: string | null } {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const text = <Else extends string | null>(name: 'code' | 'message' | 'field', fallback: Else): string | Else => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
    return typeof value === 'string' ? value : fallback;
  };
  return {
    code: text('code', 'unavailable'),
    message: text('message', t('The server did not respond.')),
    field: text('field', null),
  };
}
