import 'server-only';
import { isBrokerError } from '../../model/errors';
import type { Refusal } from '../../model/refusal';
import { statusOf } from '../http/failure';

/** For a page that stays when a part of its address is refused, and says so where that part is typed. */
export async function unlessRefused<T>(
  answer: Promise<T>,
): Promise<{ readonly answer: T; readonly refusal: null } | { readonly answer: null; readonly refusal: Refusal }> {
  try {
    return { answer: await answer, refusal: null };
  } catch (error) {
    if (!isBrokerError(error) || error.field === undefined || ![400, 404].includes(statusOf(error.code))) throw error;
    return { answer: null, refusal: { field: error.field, message: error.shown } };
  }
}
