import 'server-only';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { signInAction } from '../actions/sign-in';
import { plain } from '../http/door/at-the-door';
import {
  askPasskey,
  enrolApp,
  enrolPasskey,
  finishApp,
  finishPasskey,
  sendCode,
  usePasskey,
} from '../http/door/second-factor';
import { beginSingleSignOn, endSingleSignOn } from '../http/door/single-sign-on';
import { readWays } from '../http/door/ways';
import { authorizeRequest } from '../http/request-principal';
import { failed, notFoundHere } from '../http/respond';

/**
 * Who is signed in here: asked by pages that are open, to learn that their session has ended or that there is a new
 * one.
 */
export async function readSessionHere(request: Request): Promise<Response> {
  try {
    const { name } = await authorizeRequest(request, 'account:use');
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
    const form = await request.formData().catch(() => {
      throw new BrokerError('bad-request', told('The body must be a form with email and password.'), { field: 'body' });
    });
    const refused = await signInAction(null, form);
    throw new BrokerError('unauthorized', refused.message);
  } catch (error) {
    // the sign-in page goes on to where the visitor wanted to be; here that is all there is to success
    const leadsTo = redirectOf(error);
    if (leadsTo?.startsWith('/sign-in/second') === true) return plain({ next: 'second-factor' }, 202);
    if (leadsTo?.startsWith('/sign-in/enrol') === true) return plain({ next: 'enrol' }, 202);
    if (leadsTo !== null) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    return failed(error, '/api/session');
  }
}

/** Where Next was asked to lead; null: the error is another one. */
function redirectOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('digest' in error)) return null;
  const [kind, , path] = String(error.digest).split(';');
  return kind === 'NEXT_REDIRECT' ? (path ?? '/') : null;
}

type Answer = (request: Request) => Promise<Response>;

/** Below /api/session, for visitors who are on the way in. */
const STEPS: Readonly<Record<string, Answer>> = {
  'GET ways': async (request) => plain(await readWays(request.headers)),
  'GET oidc': beginSingleSignOn,
  'GET oidc/callback': endSingleSignOn,
  'POST code': sendCode,
  'POST passkey/question': askPasskey,
  'POST passkey': usePasskey,
  'POST enrol/app': enrolApp,
  'POST enrol/app/code': finishApp,
  'POST enrol/passkey/question': enrolPasskey,
  'POST enrol/passkey': finishPasskey,
};

export async function answerStep(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const answer = STEPS[`${request.method} ${pathname.replace(/^\/api\/session\//, '')}`];
  return answer === undefined ? notFoundHere(request) : answer(request);
}
