import { expect } from 'vitest';
import { z } from 'zod';
import { createApiToken } from '../auth/manage-api-tokens';
import { tokenRights } from '../auth/permission';
import type { Rights } from '../auth/permission';
import type { ApiRoute } from '../console/http/define-route';
import { ClusterDirectory } from '../engine';
import { readPressure } from '../runtime/processes/pressure';
import { createTestBroker, type TestBroker } from './broker';
import { browser } from './next';
import { standInRuntime } from './stand-in-runtime';

const ADMIN = 'admin-token-of-the-environment';

export interface ApiCall {
  readonly params?: Record<string, string>;
  readonly query?: string;
  /** The attached cluster that it is about. */
  readonly workspace?: string;
  readonly body?: unknown;
  /** Null: none sent. */
  readonly token?: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

export interface TestApi {
  readonly broker: TestBroker;
  readonly tokens: ReadonlyMap<Rights, string>;
  /** The configuration that the routes read; a test may change it. */
  readonly config: { openMetrics: boolean; mcpChanges: boolean };
  /** What a page reads, as a viewer. */
  read<Data>(from: { GET: (request: Request) => Promise<Response> }, query?: string): Promise<Data>;
  close(): Promise<void>;
}

interface TestApiOptions {
  /** False: the broker's clock is moved by the test. */
  readonly realTime?: boolean;
  readonly busiestRpc?: () => { readonly rpc: string; readonly running: number; readonly limit: number };
}

/** The reads and routes of the console over a broker of their own. */
export async function openTestApi({
  realTime = true,
  busiestRpc = () => ({ rpc: '', running: 0, limit: 1 }),
}: TestApiOptions = {}): Promise<TestApi> {
  const tokens = new Map<Rights, string>();
  const broker = await createTestBroker({ realTime });
  const { ctx, database } = broker;
  const config = {
    ...{ apiToken: ADMIN, retentionMs: 72 * 3_600_000, openMetrics: false, mcpChanges: false },
    servesClients: true,
  };
  const clusters = new ClusterDirectory(ctx);
  // The file before this one may have left a session.
  browser.headers = new Headers();
  browser.cookies.clear();
  const leave = standInRuntime({
    ctx,
    clusters,
    store: database.store,
    log: ctx.log,
    config,
    listClients: () => Promise.resolve([]),
    pressure: () => readPressure(ctx, busiestRpc()),
  });
  for (const rights of tokenRights) {
    const maker = { kind: 'system', name: 'test' } as const;
    tokens.set(
      rights,
      (await createApiToken(database.store, maker, { name: `test ${rights}`, rights, expiresInDays: null })).secret,
    );
  }
  return {
    broker,
    tokens,
    config,
    read: async <Data>(from: { GET: (request: Request) => Promise<Response> }, query = '') => {
      const headers = { authorization: `Bearer ${tokens.get('viewer') ?? ''}` };
      const response = await from.GET(new Request(`http://console.test/api/console/x?${query}`, { headers }));
      return ((await response.json()) as { readonly data: Data }).data;
    },
    close: async () => {
      leave();
      clusters.close();
      await broker.close();
    },
  };
}

/** One request, by default as the administrator. Every answer must have the shape the document promises. */
export async function call(
  route: ApiRoute,
  { params, query = '', workspace, body, token = ADMIN }: ApiCall = {},
): Promise<ApiAnswer> {
  const request = new Request(`http://console.test/api/v1/x${query}`, {
    method: route.operation.method.toUpperCase(),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await route.handle(request, params ?? {}, workspace);
  const data = (await response.json()) as Record<string, unknown>;
  if (response.ok) expectDocumented(route, response.status, data);
  else expect(data).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  return { status: response.status, data };
}

/** A good answer has the shape that the document promises, and no field beside it. */
function expectDocumented({ operation }: ApiRoute, status: number, data: unknown): void {
  const answer = operation.answers.find((each) => each.status === status);
  if (answer === undefined) throw new Error(`${operation.name} does not document ${status}`);
  const documented = z.fromJSONSchema(z.toJSONSchema(answer.schema, { io: 'output', unrepresentable: 'any' }));
  expect(documented.safeParse(data).error).toBeUndefined();
}
