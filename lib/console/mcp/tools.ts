import 'server-only';
import { z } from 'zod';
import type { Principal } from '../../auth/permission';
import { BrokerError } from '../../model/errors';
import { getRuntime } from '../../runtime/singleton';
import { plain } from '../api/openapi';
import { apiRoutes } from '../api/routes';
import { workspaceIn } from '../http/engine';
import type { ApiRoute, Operation } from '../http/define-route';
import { markMcp } from '../http/request-principal';
import { failed } from '../http/respond';
import { mayEnter } from '../http/subject';

type Arguments = Readonly<Record<string, unknown>>;

/** Operations that are no tool: a language model must not receive secrets, give rights or write files. */
const LEFT_OUT: ReadonlySet<string> = new Set(['exportDeadLetters', 'reportFailure']);
const PEOPLE_ONLY = /^(access-key|alarm-channel|cluster|team):(manage|members)$/;

/** A plan returns one of these. The change must carry it, so that it affects the planned messages and no others. */
const SEEN = ['throughId', 'throughEpoch', 'headMessageIds', 'headMessageId'] as const;

const WORKSPACE = {
  type: 'string',
  description: 'Name of an attached Apache RocketMQ cluster. Left out: the broker of this installation',
};

const byName = new Map(apiRoutes.filter(isTool).map((route) => [route.operation.name, route]));

function isTool({ operation: { name, permission, effect } }: ApiRoute): boolean {
  return !LEFT_OUT.has(name) && (effect === 'read' || !PEOPLE_ONLY.test(permission));
}

/** Tools that the token may use. Tools that change something exist only where the server allows them. */
export function toolsFor(principal: Principal) {
  return [...byName.values()]
    .filter((route) => isAllowed(route) && mayEnter(principal, { ...route.operation, subject: route.subject }))
    .map(({ operation }) => described(operation));
}

/**
 * The handler refuses who lacks the right, and adds the refusal to the audit log.
 * @throws BrokerError not-found: there is no such tool, or it is off
 */
export function findTool(name: string): ApiRoute {
  const route = byName.get(name);
  if (route !== undefined && isAllowed(route)) return route;
  const reason =
    route === undefined
      ? 'does not exist'
      : 'changes something, and this server allows no changes over MCP (REDRIVE_MCP_CHANGES)';
  throw new BrokerError('not-found', `The tool ${name.slice(0, 80)} ${reason}.`, { field: 'name', value: name });
}

function isAllowed({ operation: { effect } }: ApiRoute): boolean {
  return effect === 'read' || getRuntime().config.mcpChanges;
}

/** The handler of the HTTP API answers: rights, teams, masking, confirmation, second person and audit are the same. */
export async function callTool(request: Request, { operation, handle }: ApiRoute, given: Arguments): Promise<Response> {
  try {
    const { workspace, ...args } = given;
    if (operation.effect !== 'read') requirePlanned(operation, args);
    const { params, query, body } = partsOf(operation, args);
    const url = new URL('/api/v1', request.url);
    for (const [name, value] of query) url.searchParams.set(name, textOf(value));
    const headers = new Headers(request.headers);
    for (const name of ['content-length', 'cookie']) headers.delete(name);
    headers.set('content-type', 'application/json');
    const method = operation.method.toUpperCase();
    const asked = new Request(url, { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) });
    return await handle(markMcp(asked), params, workspaceIn(workspace));
  } catch (error) {
    return failed(error, `MCP ${operation.name}`);
  }
}

const known = new WeakMap<Operation, ReturnType<typeof toolOf>>();

function described(operation: Operation) {
  const tool = known.get(operation) ?? toolOf(operation);
  known.set(operation, tool);
  return tool;
}

function toolOf(operation: Operation) {
  const { name, summary, effect, engines, method } = operation;
  const isReading = effect === 'read';
  const fields = fieldsOf(operation);
  const schema = z.toJSONSchema(z.strictObject(fields), {
    ...{ target: 'draft-2020-12', io: 'input', unrepresentable: 'any' },
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  const { $schema: _, properties = {}, required = [], ...rest } = schema;
  const isForCluster = engines.includes('cluster');
  const isForBoth = isForCluster && engines.includes('embedded');
  const needed = isReading || 'dryRun' in fields ? [] : [...SEEN, 'reason'].filter((field) => field in fields);
  return {
    name,
    description: summary + (isReading ? '' : rulesOf(fields)),
    inputSchema: {
      ...rest,
      type: 'object' as const,
      properties: { ...properties, ...(isForCluster && { workspace: WORKSPACE }) } as Record<string, object>,
      required: [...new Set([...required, ...needed, ...(isForCluster && !isForBoth ? ['workspace'] : [])])],
    },
    annotations: {
      readOnlyHint: isReading,
      destructiveHint: effect === 'destructive',
      idempotentHint: isReading || method === 'put' || method === 'delete',
      openWorldHint: false,
    },
  };
}

function rulesOf(fields: Readonly<Record<string, z.ZodType>>): string {
  const seen = SEEN.filter((field) => field in fields);
  if (!('dryRun' in fields)) return 'reason' in fields ? '. reason is required' : '';
  const from = seen.length === 0 ? '' : `${seen.join(', ')} of its answer and `;
  return (
    '. First plan it with dryRun: true. Then show the plan to the person you work for, ' +
    `and call again with ${from}a reason`
  );
}

/** @throws BrokerError bad-request: a change without its reason, or without what its plan returned */
function requirePlanned(operation: Operation, args: Arguments): void {
  const fields = fieldsOf(operation);
  if ('dryRun' in fields && args['dryRun'] === true) return;
  const { reason } = args;
  if ('reason' in fields && (typeof reason !== 'string' || reason.trim() === ''))
    throw new BrokerError('bad-request', 'reason is required for a change over MCP. It is kept in the audit log.', {
      field: 'reason',
    });
  const missing = SEEN.find((field) => field in fields && args[field] === undefined);
  if (missing === undefined) return;
  const how =
    'dryRun' in fields
      ? 'Call the tool with dryRun: true first, and give the value of its answer'
      : 'Read the key first';
  throw new BrokerError('bad-request', `${missing} is required for a change over MCP. ${how}.`, { field: missing });
}

/** Fields that the operation does not know go with the rest of its input, where they are refused. */
function partsOf({ params, query, body }: Operation, args: Arguments) {
  const placeOf = (name: string) => {
    if (Object.hasOwn(params?.shape ?? {}, name)) return 'params';
    return body === null || Object.hasOwn(query?.shape ?? {}, name) ? 'query' : 'body';
  };
  const entriesIn = (place: string) => Object.entries(args).filter(([name]) => placeOf(name) === place);
  return {
    params: Object.fromEntries(entriesIn('params').map(([name, value]) => [name, textOf(value)])),
    // models write null for what they leave out
    query: entriesIn('query').filter(([, value]) => value !== null),
    body: body === null ? null : Object.fromEntries(entriesIn('body')),
  };
}

function fieldsOf({ params, query, body }: Operation): Record<string, z.ZodType> {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Record<string, z.ZodType> };
  return { ...params?.shape, ...query?.shape, ...shape };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
