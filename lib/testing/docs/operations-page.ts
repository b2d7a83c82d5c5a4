// The page "Operations" of the manual, made of the OpenAPI document and of recorded calls.

type Json = Readonly<Record<string, unknown>>;

/** A call as lib/console/golden records it. */
export interface RecordedCall {
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-permission': string;
  readonly 'x-effect': string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: Json; description?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
}

type Field = readonly [name: string, place: string, type: string, meaning: string];

const CLUSTER = '/clusters/{cluster}';
const MOST_DEPTH = 5;
const MOST_CHARS = 100;

/** @param recorded by the name of the operation, of this installation first */
export function operationsPage(document: Json, recorded: readonly Readonly<Record<string, RecordedCall>>[]): string {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const has = (path: string, method: string): boolean => paths[path]?.[method.toLowerCase()] !== undefined;
  // What both engines offer stands once.
  const shown = all.filter(({ path, method }) => !path.startsWith(CLUSTER) || !has(path.slice(CLUSTER.length), method));
  const tags = [...new Set(shown.map(({ operation }) => operation.tags[0] ?? ''))].toSorted();
  const parts = tags.flatMap((tag) => [
    `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
    ...shown
      .filter(({ operation }) => operation.tags[0] === tag)
      .flatMap(({ path, method, operation }) => {
        const both = !path.startsWith(CLUSTER) && has(CLUSTER + path, method);
        const { 'x-permission': permission, 'x-effect': effect, summary } = operation;
        const own = operation.operationId.replace(/^cluster(?=[A-Z])/, '');
        const name = recorded[0]?.[operation.operationId]
          ? operation.operationId
          : own.charAt(0).toLowerCase() + own.slice(1);
        const call = recorded.map((calls) => calls[name]).find((one) => one !== undefined && one.status < 300);
        return [
          `### \`${method} ${path}\``,
          `${summary}. Right \`${permission}\`, effect *${effect}*${both ? '; also below `' + CLUSTER + '`' : ''}.`,
          ...tableOf(fieldsOf(operation, document)),
          ...(call === undefined ? [] : exampleOf(method, path, call)),
        ];
      }),
  ]);
  return parts.join('\n\n');
}

function fieldsOf({ parameters = [], requestBody }: Described, document: Json): Field[] {
  const named = parameters.map(({ name, in: place, required, schema, description }): Field => {
    return [name, required ? `${place}, required` : place, typeOf(schema, document), description ?? ''];
  });
  const shape = requestBody?.content['application/json'].schema;
  const body = shape === undefined ? {} : (choicesOf(shape, document)[0] ?? {});
  const required = (body['required'] ?? []) as readonly string[];
  const given = Object.entries((body['properties'] ?? {}) as Readonly<Record<string, Json>>).map(
    ([name, each]): Field => {
      const meaning = typeof each['description'] === 'string' ? each['description'] : '';
      return [name, required.includes(name) ? 'body, required' : 'body', typeOf(each, document), meaning];
    },
  );
  return [...named, ...given];
}

function tableOf(fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ([name, place, type, meaning]) => `| \`${name}\` | ${place} | ${cell(type)} | ${cell(meaning)} |`,
  );
  return [['| Field | In | Type | Meaning |', '|---|---|---|---|', ...rows].join('\n')];
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;').replaceAll('{', '&#123;');

function exampleOf(method: string, path: string, { query, body, answer }: RecordedCall): string[] {
  const asked = new URLSearchParams(query).toString();
  const address = `${method} /api/v1${path.replaceAll(/[{}]/g, '')}${asked === '' ? '' : `?${asked}`}`;
  const request =
    body === undefined
      ? `Example: \`${address}\``
      : `\`\`\`http\n${address}\ncontent-type: application/json\n\n${JSON.stringify(shorten(body), null, 2)}\n\`\`\``;
  if (typeof answer !== 'object' || answer === null) return [request];
  return [request, `\`\`\`json\n${JSON.stringify(shorten(answer), null, 2)}\n\`\`\``];
}

/** One item of each list is enough for a reader. */
function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > MOST_CHARS ? `${value.slice(0, MOST_CHARS)}…` : value;
  if (Array.isArray(value)) return depth >= MOST_DEPTH ? [] : value.slice(0, 1).map((each) => shorten(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MOST_DEPTH) return {};
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each, depth + 1)]));
}

function choicesOf(shape: Json, document: Json): readonly Json[] {
  const ref = shape['$ref'];
  if (typeof ref === 'string') {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, Json>> };
    return choicesOf(schemas[ref.split('/').at(-1) ?? ''] ?? {}, document);
  }
  const choices = (shape['anyOf'] ?? shape['oneOf']) as readonly Json[] | undefined;
  return choices === undefined ? [shape] : choices.flatMap((each) => choicesOf(each, document));
}

function typeOf(shape: Json, document: Json): string {
  const names = choicesOf(shape, document).map((each) => {
    if (Array.isArray(each['enum'])) return each['enum'].map((one) => `\`${String(one)}\``).join(', ');
    if (each['const'] !== undefined) return `\`${JSON.stringify(each['const'])}\``;
    if (each['type'] === 'array') return `list of ${typeOf((each['items'] ?? {}) as Json, document)}`;
    return each['format'] === 'date-time' ? 'time' : typeof each['type'] === 'string' ? each['type'] : 'any value';
  });
  return [...new Set(names)].join(' or ');
}
