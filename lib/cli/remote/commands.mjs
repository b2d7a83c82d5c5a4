// The commands of a server: each operation of its OpenAPI document is one, "<resource> <action>".

import { msg } from './speech.mjs';

/** A resource of the API under another word. */
const RESOURCES = { 'dead-letters': 'dlq', redrives: 'redrive' };

/** Operations whose path says less than their name. */
const EXCEPTIONS = {
  listCauses: 'dlq causes',
  readCause: 'dlq cause',
  triageCause: 'dlq triage',
  growTopic: 'topics grow',
  tryTopicDecoder: 'topics try-decoder',
  resetGroupOffset: 'groups reset-offset',
  previewResetUndo: 'groups preview-undo-reset',
  undoGroupReset: 'groups undo-reset',
  findMessages: 'messages find',
  sendTestMessage: 'messages send',
  reportFailure: 'failures report',
  startRedrive: 'redrive start',
  buryRetries: 'retries move-to-dlq',
  buryHead: 'keys move-head',
  addTeamMember: 'teams add-member',
  putTeamMember: 'teams put-member',
  deleteTeamMember: 'teams delete-member',
  getHandover: 'handover get',
  getHistory: 'history get',
  getMove: 'move get',
  startMove: 'move start',
  stepMove: 'move step',
  markManaged: 'managed mark',
  getClusterLoad: 'load get',
};

const ON_COLLECTION = { get: 'list', post: 'create', put: 'put', delete: 'delete' };
const ON_PART = { get: '', post: '', put: 'set-', delete: 'remove-' };

/** Options of every command; a field with such a name gets another one. */
export const COMMON = {
  server: { type: 'string', text: msg('Address of the server (REDRIVE_SERVER)') },
  profile: { type: 'string', text: msg('Profile of the configuration file (REDRIVE_PROFILE)') },
  workspace: { type: 'string', text: msg('An attached cluster (REDRIVE_WORKSPACE)') },
  json: { type: 'boolean', text: msg('Print the exact answer of the API') },
  data: { type: 'string', text: msg('The body as JSON; flags replace its fields') },
  file: { type: 'string', text: msg('The same from a file; "-" is the standard input') },
  watch: { type: 'boolean', text: msg('Repeat a read every 2 seconds; after "redrive start": follow the run') },
  yes: { type: 'boolean', text: msg('Do not ask for confirmation') },
  lang: { type: 'string', text: msg('Language of texts: en, zh-CN or ja (LC_ALL, LC_MESSAGES, LANG)') },
  help: { type: 'boolean', text: msg('Describe the command') },
};
const RENAMED = { json: 'json-path', watch: 'signal' };

export const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function resolve(document, schema) {
  const name = schema?.$ref?.split('/').pop();
  return name === undefined ? schema : resolve(document, document.components.schemas[name]);
}

/** @returns one per operation; an operation for attached clusters belongs to the command of the same path */
export function commandsOf(document) {
  const found = new Map();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const inCluster = /^cluster[A-Z]/.test(operation.operationId) && path.startsWith('/clusters/{cluster}/');
      const below = inCluster ? path.slice('/clusters/{cluster}'.length) : path;
      const words = wordsOf(method, below, operation.operationId, inCluster);
      const known = found.get(words);
      if (known !== undefined && (known.path !== below || known.method !== method))
        throw new Error(`Two operations are "${words}": ${known.path} and ${below}`);
      found.set(words, {
        ...(known ?? { words, method, path: below, ...describe(document, operation, inCluster) }),
        ...(inCluster ? { clusterId: operation.operationId } : { ownId: operation.operationId }),
      });
    }
  return [...found.values()].toSorted((a, b) => (a.words < b.words ? -1 : 1));
}

function wordsOf(method, path, operationId, inCluster) {
  const name = inCluster ? operationId.charAt(7).toLowerCase() + operationId.slice(8) : operationId;
  if (EXCEPTIONS[name] !== undefined) return EXCEPTIONS[name];
  const parts = path.slice(1).split('/');
  const [first, ...rest] = parts[2] === 'keys' ? parts.slice(2) : parts;
  const resource = RESOURCES[first] ?? first;
  const actions = rest.filter((part) => !part.startsWith('{'));
  if (actions.length > 0) return `${resource} ${ON_PART[method]}${actions.join('-')}`;
  return `${resource} ${rest.length > 0 && method === 'get' ? 'get' : ON_COLLECTION[method]}`;
}

function describe(document, operation, inCluster) {
  const parameters = (operation.parameters ?? []).filter(({ name }) => !(inCluster && name === 'cluster'));
  const given = operation.requestBody?.content['application/json'].schema;
  const body = bodyOf(document, given);
  const inPath = parameters.filter((each) => each.in === 'path');
  const fields = [
    ...parameters.flatMap(({ name, schema, required, description, in: place }) =>
      fieldsOf(document, name, { ...schema, description }, { place, required }),
    ),
    ...Object.entries(body?.properties ?? {}).flatMap(([name, schema]) =>
      fieldsOf(document, name, schema, { place: 'body', required: body.required?.includes(name) === true }),
    ),
  ];
  return {
    summary: operation.summary.replace(/, in an attached cluster$/, ''),
    permission: operation['x-permission'],
    effect: operation['x-effect'],
    hasBody: body !== undefined,
    fields,
    positionals: inPath.length > 0 ? inPath.map(({ name }) => name) : subjectOf(fields),
  };
}

function bodyOf(document, schema) {
  const body = resolve(document, schema);
  return body?.properties === undefined && body?.anyOf !== undefined ? resolve(document, body.anyOf[0]) : body;
}

/** Without a path parameter: the field that says what the command is about. */
function subjectOf(fields) {
  const named = (name) => fields.find(({ path }) => path.length === 1 && path[0] === name);
  if (named('group') !== undefined) return ['group'];
  for (const name of ['topic', 'name']) if (named(name)?.required === true) return [name];
  return [];
}

/** A field, and those inside it where it is an object of known fields. Those of "filter" stand without a prefix. */
function fieldsOf(document, name, schema, { place, required }, above = []) {
  const path = [...above, name];
  const shape = resolve(document, schema);
  const { type, nullable, multiple, options } = kindOf(document, shape);
  const prefix = above.filter((each) => each !== 'filter');
  const plain = kebab([...prefix, name].join('-'));
  const field = {
    ...{ flag: RENAMED[plain] ?? plain, path, place, required, type, nullable, multiple, options },
    description: schema.description ?? shape.description ?? '',
    most: shape.maximum,
  };
  const inside = type === 'json' && above.length === 0 ? objectIn(document, shape)?.properties : undefined;
  return [
    field,
    ...Object.entries(inside ?? {}).flatMap(([key, each]) =>
      fieldsOf(document, key, each, { place, required: false }, path),
    ),
  ];
}

function objectIn(document, shape) {
  const choices = (shape.anyOf ?? [shape]).map((each) => resolve(document, each));
  const objects = choices.filter(({ properties }) => properties !== undefined);
  return objects.length === 1 ? objects[0] : undefined;
}

function kindOf(document, shape) {
  const choices = (shape.anyOf ?? shape.oneOf ?? [shape]).map((each) => resolve(document, each));
  const types = choices.flatMap((each) => each.type ?? []).flat();
  const nullable = types.includes('null');
  const rest = [...new Set(types.filter((type) => type !== 'null'))];
  const options = choices.flatMap((each) => each.enum ?? (each.const === undefined ? [] : [each.const]));
  const common = { nullable, multiple: false, options: options.length === 0 ? undefined : options };
  if (rest.includes('boolean')) return { ...common, type: 'boolean', options: undefined };
  if (rest.length === 1 && rest[0] === 'array') {
    const items = kindOf(document, resolve(document, choices.find(({ type }) => type === 'array').items));
    return items.type === 'json' || items.multiple
      ? { ...common, type: 'json' }
      : { ...items, nullable, multiple: true };
  }
  if (rest.length !== 1 || rest[0] === 'object') return { ...common, type: 'json', options: undefined };
  if (rest[0] === 'integer') return { ...common, type: 'number' };
  const isTime = choices.some(({ format }) => format === 'date-time');
  return { ...common, type: isTime ? 'time' : rest[0] };
}
