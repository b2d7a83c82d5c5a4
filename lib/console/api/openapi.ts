import { z } from 'zod';
import { VERSION } from '../../model/version';
import type { ApiRoute, Operation } from '../http/define-route';
import { errorShape } from '../schemas/shapes';

type Json = Record<string, unknown>;

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The input is wrong; field, limit and value say where',
  401: 'No token, or not a valid one',
  403: 'The token may not do this',
  404: 'What is named does not exist',
  409: 'Another version or state than the caller assumed',
  413: 'The body is too long',
  429: 'Too many at once: retry later',
};

/** The document, made from the schemas that the routes parse with. */
export function openApiDocument(routes: readonly ApiRoute[], serverUrl: string): Json {
  const shared = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const { operation } of routes)
    for (const [path, each] of placesOf(operation)) (paths[path] ??= {})[each.method] = describe(each, shared);
  // after the walk, which collects the named shapes
  const error = toRef(errorShape, 'output', shared);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Redrive',
      version: VERSION,
      description: 'The verbs of the operator console over HTTP. Every call needs a bearer token.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ operation }) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(shared),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          `e${status}`,
          { description, content: { 'application/json': { schema: error } } },
        ]),
      ),
    },
  };
}

/** An operation that attached clusters offer too stands a second time, below the name of one. */
function placesOf(operation: Operation): [string, Operation][] {
  const { path, name, summary, params, engines } = operation;
  const below: [string, Operation] = [
    `/clusters/{cluster}${path}`,
    {
      ...operation,
      name: `cluster${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      summary: `${summary}, in an attached cluster`,
      params: (params ?? z.strictObject({})).extend({ cluster: z.string() }),
    },
  ];
  return [
    ...(engines.includes('embedded') ? [[path, operation] as [string, Operation]] : []),
    ...(engines.includes('cluster') ? [below] : []),
  ];
}

function describe(operation: Operation, shared: Map<string, Json>): Json {
  const parameters = [
    ...parametersOf(operation.params, 'path', shared),
    ...parametersOf(operation.query, 'query', shared),
  ];
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.tag],
    'x-permission': operation.permission,
    'x-effect': operation.effect,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === null
      ? {}
      : {
          requestBody: {
            required: !operation.bodyOptional,
            description: `At most ${operation.mostBytes} bytes of JSON`,
            content: { 'application/json': { schema: toRef(operation.body, 'input', shared) } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        operation.answers.map(({ status, description, schema }) => [
          status,
          { description, content: { 'application/json': { schema: toRef(schema, 'output', shared) } } },
        ]),
      ),
      ...Object.fromEntries(
        Object.keys(REFUSALS).map((status) => [status, { $ref: `#/components/responses/e${status}` }]),
      ),
    },
  };
}

function parametersOf(schema: z.ZodObject | null, place: 'path' | 'query', shared: Map<string, Json>): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, shape]) => {
    const described = toRef(shape as z.ZodType, 'input', shared);
    const { description, ...rest } = described;
    const required = place === 'path' || !(shape as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, schema: rest, ...(description === undefined ? {} : { description }) };
  });
}

/** Shapes with an id become components; everything else is written in place. */
function toRef(schema: z.ZodType, io: 'input' | 'output', shared: Map<string, Json>): Json {
  const made = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  const { $schema: _, $defs = {}, ...shape } = made as Json & { $defs?: Record<string, Json> };
  for (const [id, definition] of Object.entries($defs)) shared.set(id, repoint(definition));
  const id = schema.meta()?.id;
  if (id === undefined) return repoint(shape);
  // a named shape that is used inside another is in $defs already
  if (shape['$ref'] === undefined) shared.set(id, repoint(shape));
  return { $ref: `#/components/schemas/${id}` };
}

/** Leaves out what says nothing to a reader: the pattern behind a format, the range of a safe integer. */
export function plain(shape: Json): void {
  if (shape['format'] === 'date-time') delete shape['pattern'];
  if (shape['maximum'] === Number.MAX_SAFE_INTEGER) delete shape['maximum'];
  if (shape['minimum'] === -Number.MAX_SAFE_INTEGER) delete shape['minimum'];
  delete shape['readOnly'];
}

function repoint(shape: Json): Json {
  return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
