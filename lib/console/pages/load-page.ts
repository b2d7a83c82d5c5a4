import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import type { Permission, Principal } from '../../auth/permission';
import type { Unanswered } from '../../model/read-result';
import { pageNow } from '../http/database-time';
import { statusOf, toFailure, whyUnanswered } from '../http/failure';
import { requirePermission } from '../http/session';

export type PageLoad<T> =
  | { readonly kind: 'loaded'; readonly principal: Principal; readonly data: T }
  | { readonly kind: 'refused'; readonly refusal: string }
  | ({ readonly kind: 'unanswered' } & Unanswered);

/**
 * What a page does first: session, permission and its first reads. While the database is not responding, not even the
 * session is known: the page is shown all the same, each part of it as unknown, and nothing of what it is about. An
 * address that asks for what cannot be, typed by hand or outlived by what it names, is the visitor's to correct: the
 * page says what is wrong.
 */
export async function loadPage<T>(
  permission: Permission,
  load: (principal: Principal) => Promise<T>,
): Promise<PageLoad<T>> {
  try {
    const principal = await requirePermission(permission);
    return { kind: 'loaded', principal, data: await load(principal) };
  } catch (error) {
    unstable_rethrow(error);
    const { code, message } = toFailure(error, 'page');
    return statusOf(code) < 500
      ? { kind: 'refused', refusal: message }
      : { kind: 'unanswered', reason: await whyUnanswered(message), askedAt: pageNow() };
  }
}
