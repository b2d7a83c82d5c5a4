import 'server-only';
import type { Permission, Principal } from '../../auth/permission';
import { BrokerError } from '../../model/errors';
import { statusOf, toFailure } from './failure';
import { authorizeRequest } from './request-principal';

/**
 * The body of a route handler: guard, run, JSON. Errors become {error:{code, field, limit, value, message}}.
 *
 *     export const GET = (request: Request) => respond(request, { permission: 'topic:read', subject: 'listed' }, read);
 */
export async function respond(
  request: Request,
  { permission, subject }: { readonly permission: Permission; readonly subject: unknown },
  run: (principal: Principal) => Promise<unknown>,
  status = 200,
): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, permission, subject);
    return json(await run(principal), status);
  } catch (error) {
    return failed(error, new URL(request.url).pathname);
  }
}

/** There is nothing at this address, in the form of every other error. */
export function notFoundHere(request: Request, hint = ''): Response {
  const { pathname } = new URL(request.url);
  const message = `${request.method} ${pathname} does not exist.${hint}`;
  return failed(new BrokerError('not-found', message, { field: 'path', value: pathname.slice(0, 200) }), pathname);
}

export function failed(error: unknown, where: string): Response {
  const failure = toFailure(error, where);
  return json({ error: failure }, statusOf(failure.code), failure.code === 'busy');
}

function json(body: unknown, status: number, isBusy = false): Response {
  return new Response(textOf(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(isBusy ? { 'retry-after': '1' } : {}),
    },
  });
}

/** Of answers that many requests share. */
const texts = new WeakMap<object, string>();

function textOf(body: unknown): string | undefined {
  const shared = typeof body === 'object' && body !== null ? body : null;
  const known = shared === null ? undefined : texts.get(shared);
  if (known !== undefined) return known;
  const text = jsonOf(body);
  if (shared !== null) texts.set(shared, text);
  return text;
}

/** Big integers stay exact: as strings. Few answers have any, and looking at each value costs most of a large one. */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  }
}
