// The file: reading and checking what a person wrote, and writing what a server has.
import { readFileSync } from 'node:fs';

import { parseDocument, stringify } from 'yaml';

import { CliError, nearest } from '../failure.mjs';
import { t } from '../speech.mjs';
import { checkValues } from './check-values.mjs';
import { KINDS } from './kinds.mjs';

const VERSION = 1;

/** @param found per kind its entries @returns YAML */
export function textOf(found) {
  const parts = found.map(({ kind, entries }) => {
    if (kind.isSingle === true) return [kind.name, entries[0]?.settings ?? {}];
    if (kind.identity !== undefined) return [kind.name, entries.map(({ settings }) => settings)];
    return [kind.name, Object.fromEntries(entries.map(({ id, settings }) => [id, settings]))];
  });
  return stringify({ redrive: VERSION, ...Object.fromEntries(parts) }, { lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * @param schema of a whole file; null: the server has none for it
 * @returns per kind of the file [{id, settings}]
 * @throws CliError 2: names the place and the value
 */
export function readFile(path, kinds, find, schema) {
  const parts = partsOf(path, kinds);
  const read = kinds.flatMap((kind) =>
    parts[kind.name] == null ? [] : [{ kind, wanted: wantedOf(kind, parts[kind.name], find) }],
  );
  const present = Object.entries(parts).filter(([, part]) => part !== null);
  if (schema !== null) checkValues({ redrive: VERSION, ...Object.fromEntries(present) }, schema);
  return read;
}

function partsOf(path, kinds) {
  let text;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new CliError(2, t('{path} cannot be read ({code}).', { path, code: error.code }));
  }
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined)
    throw new CliError(2, t('{path} is not YAML: {why}', { path, why: error.message.split('\n')[0] }));
  const content = contentOf(path, document) ?? {};
  if (!isObject(content))
    throw new CliError(2, t('{path} must be a mapping with the key "redrive: {version}".', { path, version: VERSION }));
  const { redrive, ...parts } = content;
  if (redrive !== VERSION)
    throw new CliError(
      2,
      t('{path} must say "redrive: {version}" (got {got}).', {
        ...{ path, version: VERSION, got: JSON.stringify(redrive) },
      }),
    );
  const known = kinds.map((kind) => kind.name);
  for (const name of Object.keys(parts)) {
    if (KINDS.some((kind) => kind.name === name) && !known.includes(name))
      throw new CliError(
        2,
        t('{name} belongs to the installation, not to an attached cluster: leave out --workspace.', { name }),
      );
    requireKnown(name, known, '');
  }
  return parts;
}

function contentOf(path, document) {
  try {
    return document.toJS();
  } catch (error) {
    // An alias of nothing, or aliases of aliases that would fill the memory.
    throw new CliError(2, t('{path} is not YAML: {why}', { path, why: error.message }));
  }
}

function wantedOf(kind, part, find) {
  const fields = kind.fields(find);
  const check = (id, settings, place) => {
    if (!isObject(settings))
      throw new CliError(
        2,
        t('{place} must be a mapping of settings (got {got}).', { place, got: JSON.stringify(settings) }),
      );
    for (const name of Object.keys(settings)) requireKnown(name, fields, `${place}.`);
    kind.check?.(settings, place);
    return { id, settings: kind.normal?.(settings) ?? settings };
  };
  if (kind.isSingle === true) return [check(kind.name, part, kind.name)];
  if (kind.identity === undefined) {
    if (!isObject(part))
      throw new CliError(2, t('{place} must be a mapping of names to settings.', { place: kind.name }));
    return Object.entries(part).map(([id, settings]) => check(id, settings ?? {}, `${kind.name}.${id}`));
  }
  if (!Array.isArray(part)) throw new CliError(2, t('{place} must be a list.', { place: kind.name }));
  const all = part.map((settings, at) => {
    const { settings: checked } = check('', settings, `${kind.name}[${at}]`);
    const missing = kind.identity.find((name) => name !== 'subject' && checked[name] === undefined);
    if (missing !== undefined)
      throw new CliError(2, t('{place} is missing.', { place: `${kind.name}[${at}].${missing}` }));
    return { id: kind.idOf(checked), settings: checked };
  });
  const twice = all.find(({ id }, at) => all.findIndex((each) => each.id === id) !== at);
  if (twice !== undefined) throw new CliError(2, t('{place} has "{id}" twice.', { place: kind.name, id: twice.id }));
  return all;
}

function requireKnown(name, known, place) {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  const hint = near === null ? t('It takes: {names}.', { names: known }) : t('Did you mean "{near}"?', { near });
  throw new CliError(2, t('{place} is not known here. {hint}', { place: `${place}${name}`, hint }));
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param workspace of an attached cluster: its brokers have topics and groups */
export const kindsOf = (workspace) => KINDS.filter(({ inClusters }) => workspace === undefined || inClusters === true);
