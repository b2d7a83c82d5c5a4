import 'server-only';
import { BrokerError } from '../../model/errors';
import { signInAction } from '../actions/sign-in';
import { authorizeRequest } from '../http/request-principal';
import { failed } from '../http/respond';

/**
 * Who is signed in here: asked by pages that are open, to learn that their session has ended or that there is a new
 * one.
 */
export async function readSessionHere(request: Request): Promise<Response> {
  try {
    const { name } = await authorizeRequest(request, 'group:read');
    return Response.json({ name }, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    return failed(error, '/api/session');
  }
}

/**
 * Sign-in without leaving the page. Not a server action: its answer would render the page again for the account that
 * signed in, and its name is unknown to a server that was updated meanwhile. The checks are those of the sign-in page.
 */
export async function signInHere(request: Request): Promise<Response> {
  try {
    const refused = await signInAction(null, await request.formData());
    throw new BrokerError('unauthorized', refused.message);
  } catch (error) {
    // the sign-in page goes on to where the visitor wanted to be; here that is all there is to success
    if (isRedirect(error)) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    return failed(error, '/api/session');
  }
}

function isRedirect(error: unknown): boolean {
  return error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_REDIRECT');
}
