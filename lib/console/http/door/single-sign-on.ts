import 'server-only';
import { randomBytes } from 'node:crypto';
import { beginOidc } from '../../../auth/oidc/begin';
import { finishOidc, type OidcProblem } from '../../../auth/oidc/finish';
import { readSession } from '../../../auth/session';
import { isBrokerError } from '../../../model/errors';
import { getRuntime } from '../../../runtime/singleton';
import { notFoundHere } from '../respond';
import { safePath } from '../safe-path';
import { setEntry, setQuestion } from '../session-cookie';
import { browserOf, questionTokensOf } from '../visitor';

/** Sends the browser to the OpenID provider. */
export async function beginSingleSignOn(request: Request): Promise<Response> {
  const { store, config } = getRuntime();
  if (config.oidc === undefined) return notFoundHere(request);
  const { searchParams, pathname } = new URL(request.url);
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host');
  // the provider sends people back to one address, and the cookie must be there
  if (host !== new URL(config.publicUrl).host && !searchParams.has('moved')) {
    searchParams.set('moved', '1');
    return leadTo(`${config.publicUrl}${pathname}?${searchParams.toString()}`);
  }
  const next = safePath(searchParams.get('next') ?? undefined);
  const purpose = searchParams.has('confirm') ? 'confirm' : 'sign-in';
  try {
    const start = { purpose, operatorId: null, next } as const;
    const { url, state } = await beginOidc(store, config.oidc, start, browserOf(request.headers));
    await setQuestion(state);
    return leadTo(url);
  } catch (error) {
    return isBrokerError(error) ? showProblem('too-many', undefined) : showProblem('unreachable', error);
  }
}

/** Where the provider sends the browser back to. */
export async function endSingleSignOn(request: Request): Promise<Response> {
  const { store, config } = getRuntime();
  if (config.oidc === undefined) return notFoundHere(request);
  const browser = browserOf(request.headers);
  const { search } = new URL(request.url);
  try {
    const session = await readSession(store.console, browser.sessionTokens, browser.address, false);
    const returned = { search, states: questionTokensOf(request.headers), operatorId: session?.operatorId ?? null };
    const outcome = await finishOidc(store, config.oidc, returned, browser);
    if (outcome.kind === 'problem') return showProblem(outcome.problem, outcome.error);
    if (outcome.kind === 'linked') return leadTo(outcome.next);
    await setEntry(outcome.entry);
    return leadTo(outcome.purpose === 'confirm' ? '/sign-in/done' : outcome.next);
  } catch (error) {
    return showProblem('failed', error);
  }
}

/** Every problem has its own page; what the provider said is in the log alone. */
function showProblem(problem: OidcProblem | 'too-many' | 'failed', error: unknown): Response {
  if (error === undefined) return leadTo(`/sign-in/problem?why=${problem}`);
  const errorId = randomBytes(6).toString('hex');
  getRuntime().log.warn({ errorId, problem, error: textOf(error) }, 'single sign-on failed');
  return leadTo(`/sign-in/problem?why=${problem}&id=${errorId}`);
}

/** Without tokens and codes: of an error of the library its texts, and of its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const said = ['code', 'error'].flatMap((name) => (name in error ? [String(Reflect.get(error, name))] : []));
  const code = said.length === 0 ? '' : ` (${said.join(', ')})`;
  return `${error.name}: ${error.message}${code}${error.cause === undefined ? '' : `; ${textOf(error.cause)}`}`;
}

function leadTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
