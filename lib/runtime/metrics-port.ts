import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { readApiToken, readBearer } from '../auth/bearer';
import { namesLoopback } from '../auth/loopback';
import { can } from '../auth/permission';
import { noteRefusedToken } from '../auth/refusals';
import type { Log } from '../model/log';
import { METRICS_CONTENT_TYPE } from '../model/metrics';
import type { MetricsRegistry } from '../observability/metrics';
import type { Queryable } from '../store/queryable';
import type { Config } from './config';
import { type Health, httpStatusOf } from './health';
import { StartError } from './start-error';

export interface MetricsPortParts {
  readonly config: Pick<Config, 'host' | 'metricsPort' | 'openMetrics' | 'apiToken'>;
  readonly db: Queryable;
  readonly log: Log;
  readonly metrics: Pick<MetricsRegistry, 'text'>;
  readonly health: () => Promise<Health>;
}

const MAX_CONNECTIONS = 64;
const REQUEST_LIMIT_MS = 5000;
const IDLE_LIMIT_MS = 15_000;
const GRACE_MS = 1000;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The HTTP port of a node without a console: `/api/metrics` and `/api/health`, with the paths, the answers and the
 * protection they have on one with a console. @returns closes it @throws StartError
 */
export async function openMetricsPort(parts: MetricsPortParts): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(parts, request).then(
      (found) => send(request, response, found),
      (error: unknown) => {
        parts.log.error({ error }, 'the metrics port failed');
        send(request, response, plain(500, 'it failed inside Redrive; see the log'));
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_LIMIT_MS;
  server.headersTimeout = REQUEST_LIMIT_MS;
  server.keepAliveTimeout = IDLE_LIMIT_MS;
  await listen(server, parts.config);
  return () => close(server);
}

async function answer(parts: MetricsPortParts, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { ...plain(405, 'only GET'), headers: { allow: 'GET, HEAD' } };
  const path = (request.url ?? '').split('?', 1)[0];
  if (path === '/api/health') {
    const health = await parts.health();
    const type = 'application/json; charset=utf-8';
    return { status: httpStatusOf(health), type, body: JSON.stringify(health) };
  }
  if (path !== '/api/metrics') return plain(404, 'there are /api/metrics and /api/health');
  const refusal = await refuse(parts, request);
  if (refusal !== null) return refusal;
  return { status: 200, type: METRICS_CONTENT_TYPE, body: await parts.metrics.text() };
}

/** Labels name groups, topics and clients: other machines need a token to read them. */
async function refuse({ config, db }: MetricsPortParts, request: IncomingMessage): Promise<Answer | null> {
  if (config.openMetrics && namesLoopback(request.headers.host ?? null)) return null;
  const { authorization } = request.headers;
  const bearer = readBearer(authorization ?? null);
  const address = request.socket.remoteAddress ?? '';
  const principal = bearer === null ? null : await readApiToken(db, bearer, config.apiToken, address);
  if (principal === null && authorization !== undefined) await noteRefusedToken(db, address, authorization);
  if (principal === null) return { ...plain(401, 'send an API token'), headers: { 'www-authenticate': 'Bearer' } };
  return can(principal, 'metrics:read') ? null : plain(403, 'this token may not read metrics');
}

function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? '' : body);
}

function listen(server: Server, { host, metricsPort }: MetricsPortParts['config']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          `Port ${metricsPort} on ${host} cannot be used (${error.code ?? 'unknown'}): set REDRIVE_METRICS_PORT.`,
        ),
      ),
    );
    server.listen({ host, port: metricsPort }, resolve);
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
