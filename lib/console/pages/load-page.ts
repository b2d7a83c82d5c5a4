import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { statusOf, toFailure } from '../http/failure';

export type Loaded<T> =
  | { readonly data: T; readonly refusal: null }
  | { readonly data: null; readonly refusal: string };

/**
 * Runs the first reads of a page. An invalid address, typed by hand or out of date, is the visitor's
 * to correct: the page says what is wrong. Everything else is an error of ours and goes on.
 */
export async function loadPage<T>(load: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { data: await load(), refusal: null };
  } catch (error) {
    unstable_rethrow(error);
    const failure = toFailure(error, 'page');
    if (statusOf(failure.code) >= 500) throw error;
    return { data: null, refusal: failure.message };
  }
}
