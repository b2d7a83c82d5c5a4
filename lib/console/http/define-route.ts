import 'server-only';
import { z } from 'zod';
import type { Permission } from '../../auth/permission';
import { REQUEST_LIMITS } from '../../model/request-limits';
import type { EngineKind } from '../../model/workspace';
import { askEngine, enginesOf, type PerEngine } from './engine';
import { authorizeRequest } from './request-principal';
import { failed } from './respond';
import { parseInput } from './parse-input';
import { readBody } from './read-body';
import { enterSubject, type SubjectOf } from './subject';

const NO_PARAMS = z.strictObject({});

/** Whether it changes anything, and whether what it removes can be had back. */
export type Effect = 'read' | 'change' | 'destructive';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** One operation of the HTTP API: the guard, the shapes and the verb. The document is made from the same value. */
export interface Operation {
  readonly method: Method;
  /** Below /api/v1, as in the document: "/groups/{group}". */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly permission: Permission;
  readonly effect: Effect;
  /** For an attached cluster it is below /clusters/{cluster}. */
  readonly engines: readonly EngineKind[];
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  readonly body: z.ZodType | null;
  /** No body at all is taken as {}. */
  readonly bodyOptional: boolean;
  /** Bytes of the request, the body of a message included. */
  readonly mostBytes: number;
  /** Status and shape of a good answer; the first is the usual one. */
  readonly answers: readonly { readonly status: number; readonly description: string; readonly schema: z.ZodType }[];
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An answer that grows while it is read is a response of its own. */
type RouteAnswer = Answer | Response;

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

interface RouteDefinition<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>
  extends
    Omit<Operation, 'params' | 'query' | 'body' | 'bodyOptional' | 'mostBytes' | 'engines'>,
    PerEngine<RouteInput<Params, Query, Body>, RouteAnswer> {
  readonly subject: SubjectOf<RouteInput<Params, Query, Body>>;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly bodyOptional?: boolean;
  /** Its body carries the body of a message. */
  readonly carriesMessage?: boolean;
  /** Runs before the body is checked: corrects what is not the caller's fault. */
  readonly mendBody?: (body: unknown) => unknown;
  /** The same for the texts of the query. */
  readonly mendQuery?: (query: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface ApiRoute {
  readonly operation: Operation;
  /** What it is about; a function finds it from the input. */
  readonly subject: unknown;
  /** @param params of the path, decoded @param workspace undefined: this installation */
  readonly handle: (
    request: Request,
    params: Readonly<Record<string, string>>,
    workspace?: string,
  ) => Promise<Response>;
}

export function defineRoute<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>({
  run,
  lacks,
  mendBody = (body) => body,
  mendQuery = (query) => query,
  carriesMessage = false,
  subject,
  ...given
}: RouteDefinition<Params, Query, Body>): ApiRoute {
  const operation: Operation = {
    ...given,
    engines: enginesOf({ lacks }),
    params: given.params ?? null,
    query: given.query ?? null,
    body: given.body ?? null,
    bodyOptional: given.bodyOptional ?? false,
    mostBytes: carriesMessage ? REQUEST_LIMITS.messageBytes : REQUEST_LIMITS.bytes,
  };
  const bodyOptions = { optional: operation.bodyOptional, mostBytes: operation.mostBytes };
  return {
    operation,
    subject,
    handle: async (request, pathParams, workspace) => {
      try {
        // rights before input: a caller without rights learns nothing about the input
        const principal = await authorizeRequest(request, operation.permission, subject);
        const url = new URL(request.url);
        const input = {
          params: parseOrEmpty(given.params, pathParams),
          query: parseOrEmpty(given.query, mendQuery(Object.fromEntries(url.searchParams))),
          body:
            given.body === undefined
              ? undefined
              : parseInput(given.body, mendBody(await readBody(request, bodyOptions))),
        };
        // the generics tie each schema to what run takes; absent ones are never read
        const known = input as RouteInput<Params, Query, Body>;
        const { permission, method } = operation;
        const ctx = await enterSubject(principal, { permission, subject }, known, workspace, method === 'get');
        const answered = await askEngine({ run, lacks }, ctx, workspace, known);
        return answered instanceof Response ? answered : answer(answered.status, answered.body);
      } catch (error) {
        return failed(error, operation.path);
      }
    },
  };
}

function parseOrEmpty(schema: z.ZodObject | undefined, given: Record<string, unknown>): unknown {
  return parseInput(schema ?? NO_PARAMS, given);
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}
