import { setFixedHeaders } from './headers.mjs';
import { isAllowedHost } from './hosts.mjs';
import { drain, isReadableAction, isTooDeep, MAX_BODY_BYTES, MAX_DEPTH, readBody, replay } from './request-body.mjs';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** An address at which there is no page, and never will be. */
const NO_PAGE = '/no-such-page';
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What each request passes before Next sees it: method, address, host, forwarded headers, and for actions origin and
 * body. Pages, actions and routes ask for rights themselves; this is only about requests that no honest client sends.
 * @returns what to hand to Next; null: it was answered
 */
export async function admit(request, response, { trustsProxy, allowedHosts }) {
  settleForwarded(request, trustsProxy);
  setFixedHeaders(response, request.headers['x-forwarded-proto'] === 'https');
  const path = request.url.split('?', 1)[0];
  const isApi = path === '/mcp' || path.startsWith('/api/');
  const refuse = (status, code, message, headers = {}) => {
    answer(request, response, { status, code, message, headers, isApi });
    return null;
  };

  if (!METHODS.has(request.method))
    return refuse(405, 'bad-request', `The method ${request.method} is not allowed.`, {
      allow: [...METHODS].join(', '),
    });
  // Next fails at such an address; at this one it answers 404 with the console's own page.
  if (!isApi && isOfNoPage(path)) request.url = NO_PAGE;
  if (!isReadable(request.url))
    return refuse(
      400,
      'bad-request',
      'The address must be a path in UTF-8, without NUL characters, ".." and an empty first part.',
    );
  // Health holds no secret, and probes may use any host name.
  const foreign = path === '/api/health' ? undefined : findForeignHost(request.headers, allowedHosts);
  if (foreign !== undefined)
    return refuse(
      421,
      'bad-request',
      `This console does not answer to the host ${JSON.stringify(foreign.slice(0, 100))}. \
To allow it, add it to REDRIVE_ALLOWED_HOSTS, or set REDRIVE_PUBLIC_URL to the address that people open.`,
    );
  if (isApi || READING.has(request.method)) return request;

  if (!isSameOrigin(request.headers)) return refuse(403, 'forbidden', 'The request did not come from this console.');
  const body = await readBody(request);
  if (body === null)
    return refuse(
      413,
      'body-too-large',
      `The body may have at most ${MAX_BODY_BYTES} bytes, and few long ones are read at a time.`,
    );
  if (isTooDeep(body)) return refuse(400, 'bad-request', `The body may be nested at most ${MAX_DEPTH} levels deep.`);
  if (!isReadableAction(request, body)) return refuse(400, 'bad-request', 'The body is not one of an action.');
  return replay(request, body);
}

/**
 * From here on X-Forwarded-* is the truth: what our proxy said when there is one, else what the connection shows.
 * Behind a proxy the last entry is the one that it wrote itself; earlier ones are whatever the client claimed.
 */
function settleForwarded(request, trustsProxy) {
  const { headers, socket } = request;
  const said = (name) => (trustsProxy ? headers[name]?.split(',').at(-1)?.trim() : undefined) || undefined;
  headers['x-forwarded-for'] = said('x-forwarded-for') ?? socket.remoteAddress ?? '';
  headers['x-forwarded-host'] = said('x-forwarded-host') ?? headers.host ?? '';
  headers['x-forwarded-proto'] = said('x-forwarded-proto') === 'https' ? 'https' : 'http';
  delete headers.forwarded;
  delete headers['x-forwarded-port'];
}

/** Both: a proxy may hand on an X-Forwarded-Host that the client made up. */
function findForeignHost(headers, allowedHosts) {
  return [headers.host ?? '', headers['x-forwarded-host']].find((host) => !isAllowedHost(host, allowedHosts));
}

function isSafe(path) {
  return /^\/(?![/\\])/.test(path) && !/[\0-\x20\x7f\\]/.test(path) && !/\/(\.|%2e){1,2}(\/|$)/i.test(path);
}

/**
 * Not an address of some other host, as requests to a proxy have, nothing that cannot be decoded, and nothing that a
 * browser would have resolved ("//x", "/../x"): what follows must not read it as another page, or another site.
 */
function isReadable(url) {
  const path = url.split('?', 1)[0];
  if (!isSafe(path) || /%00|[\0-\x20\x7f\\]/.test(url)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A part of it cannot be the name of anything: nothing was stored that it could lead to. */
function isOfNoPage(path) {
  if (!isSafe(path)) return false;
  try {
    return decodeURIComponent(path).includes('\0');
  } catch {
    return true;
  }
}

/** Next compares only when there is an Origin, and its refusal is an error of the server. */
function isSameOrigin(headers) {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const site = headers['sec-fetch-site'];
  return new URL(origin).host === headers['x-forwarded-host'] && (site === undefined || site === 'same-origin');
}

function answer(request, response, { status, code, message, headers, isApi }) {
  const type = isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.write(isApi ? JSON.stringify({ error: { code, message } }) : `${message}\n`);
  // A connection that ends while its client still sends breaks with EPIPE there, and the answer is never read.
  drain(request, () => response.end());
}
