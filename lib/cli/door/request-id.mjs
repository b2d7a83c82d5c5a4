import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Log lines of this process read it (lib/observability/log.ts), in whichever module graph they are written. */
const REQUEST = Symbol.for('redrive.request');
const requests = (globalThis[REQUEST] ??= new AsyncLocalStorage());
/** Nothing else gets into the log. */
const ID = /^[\w.:-]{8,128}$/;

/**
 * Names the request: in its answer (X-Request-Id), for those who read it, and in every line that is logged meanwhile.
 * Behind a proxy its own name for the request is kept.
 * @param log of the process, once there is one; each answer is a line of level info
 */
export function nameRequest(request, response, { trustsProxy, log }, work) {
  const given = trustsProxy ? request.headers['x-request-id'] : undefined;
  const requestId = typeof given === 'string' && ID.test(given) ? given : randomUUID();
  request.headers['x-request-id'] = requestId;
  response.setHeader('x-request-id', requestId);
  const startedMs = performance.now();
  // Without the query: it may hold what people searched for.
  const path = request.url.split('?', 1)[0];
  const { method } = request;
  return requests.run({ requestId }, () => {
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedMs);
      const ended = response.writableFinished ? {} : { aborted: true };
      log()?.info({ requestId, method, path, status: response.statusCode, ms, ...ended }, 'request');
    });
    return work();
  });
}
