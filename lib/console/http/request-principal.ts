import 'server-only';
import { readApiToken, readBearer } from '../../auth/bearer';
import { type Permission, type Principal, requireConfirmed } from '../../auth/permission';
import { noteRefusedToken } from '../../auth/refusals';
import { readSession } from '../../auth/session';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { getRuntime } from '../../runtime/singleton';
import { authorizeNoted } from './denial';
import { speakAsPage } from './language';
import { browserOf, isSameOrigin } from './visitor';

/**
 * The guard of every route handler: bearer token first, else the session cookie. Anything but GET and HEAD with a
 * cookie must come from this origin; a bearer token is not sent by a browser on its own and needs no such check.
 */
export async function authorizeRequest(
  request: Request,
  permission: Permission,
  subject: unknown = null,
): Promise<Principal> {
  const principal = await authorizeNoted(await findRequestPrincipal(request), permission, subject);
  if (!isReading(request)) requireConfirmed(principal, permission);
  return principal;
}

/** Requests that the MCP server makes in place of its client. */
const throughMcp = new WeakSet<Request>();

/** The audit log shows beside the address that a change came this way. */
export function markMcp(request: Request): Request {
  throughMcp.add(request);
  return request;
}

/** For a door of programs alone: a session cookie is no way in. @throws BrokerError unauthorized */
export async function principalOfToken(request: Request): Promise<Principal> {
  const principal = request.headers.has('authorization') ? await findRequestPrincipal(request) : null;
  if (principal === null) throw new BrokerError('unauthorized', 'Send an API token: "Authorization: Bearer <token>".');
  return principal;
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function findRequestPrincipal(request: Request): Promise<Principal | null> {
  const { store, config } = getRuntime();
  const { address, sessionTokens } = browserOf(request.headers);
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const bearer = readBearer(authorization);
    const from = throughMcp.has(request) ? `${address} via MCP`.trimStart() : address;
    const owner = bearer === null ? null : await readApiToken(store.console, bearer, config.apiToken, from, true);
    if (owner === null) await noteRefusedToken(store.console, address, authorization);
    return owner;
  }
  speakAsPage(request.headers);
  if (sessionTokens.length === 0) return null;
  const reading = isReading(request);
  if (!reading && !isSameOrigin(request.headers))
    throw new BrokerError('forbidden', told('The request did not come from this console.'));
  // live refetches come without this header: only a person's activity keeps a session alive
  const active = !reading || request.headers.get('x-redrive-active') === '1';
  return readSession(store.console, sessionTokens, address, active);
}
