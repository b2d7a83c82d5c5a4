import 'server-only';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { failed } from '../respond';
import { isSameOrigin } from '../visitor';

/** What a visitor without a session sends: from a page of this console, answered in the form of all others. */
export async function atTheDoor(request: Request, run: () => Promise<Response>): Promise<Response> {
  try {
    if (request.method !== 'GET' && !isSameOrigin(request.headers))
      throw new BrokerError('forbidden', told('The request did not come from this console.'));
    return await run();
  } catch (error) {
    return failed(error, '/api/session');
  }
}

export function plain(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

export const SIGNED_IN = { status: 204, headers: { 'cache-control': 'no-store' } } as const;
