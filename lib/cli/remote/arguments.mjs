// What was typed, as the parameters, query and body of a request.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { COMMON } from './commands.mjs';
import { CliError, nearest } from './failure.mjs';
import { t } from './speech.mjs';

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @returns { given, params, query, body }; given: the common options */
export function readArguments(command, argv, now = Date.now()) {
  const { values, positionals } = parse(command, argv);
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => COMMON[name] !== undefined));
  const parts = { params: {}, query: {}, body: readBody(command, given) };
  if (positionals.length > command.positionals.length)
    throw new CliError(
      2,
      t('"redrive {words}" takes {count, plural, one {# name} other {# names}}, not "{more}".', {
        ...{ words: command.words, count: command.positionals.length, more: positionals.at(-1) },
      }),
    );
  for (const [at, name] of command.positionals.entries()) {
    const field = command.fields.find(({ path }) => path.length === 1 && path[0] === name);
    if (positionals[at] !== undefined) put(parts, field, convert(field, positionals[at], now));
    else if (field.place === 'path' && values[field.flag] === undefined && given.help !== true)
      throw new CliError(
        2,
        t('{name} is missing. Usage: {usage}', { name: `<${field.flag}>`, usage: usageOf(command) }),
      );
  }
  for (const field of command.fields) {
    const value = values[field.flag];
    if (value === undefined || COMMON[field.flag] !== undefined) continue;
    put(parts, field, field.multiple ? value.map((each) => convert(field, each, now)) : convert(field, value, now));
  }
  return { given, ...parts };
}

export function usageOf({ words, positionals, fields }) {
  const names = positionals.map((name) => {
    const { flag, required, place } = fields.find(({ path }) => path.length === 1 && path[0] === name);
    return required || place === 'path' ? ` <${flag}>` : ` [${flag}]`;
  });
  const needed = fields.filter(
    ({ required, place, path }) => required && place !== 'path' && !positionals.includes(path[0]),
  );
  const flags = needed.map(({ flag, type }) => ` --${flag} <${type}>`);
  return `redrive ${words}${names.join('')}${flags.join('')} [options]`;
}

function parse(command, argv) {
  const options = Object.fromEntries([
    ...command.fields.map(({ flag, type, multiple }) => [
      flag,
      { type: type === 'boolean' ? 'boolean' : 'string', multiple },
    ]),
    ...Object.entries(COMMON).map(([name, { type }]) => [name, { type }]),
  ]);
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, allowNegative: true, strict: true });
  } catch (error) {
    const unknown = /^Unknown option '--([^']+)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw new CliError(2, `${error.message}.`.replace(/\.\.$/, '.'));
    const near = nearest(unknown, Object.keys(options));
    const { words } = command;
    throw new CliError(
      2,
      near === null
        ? t('"redrive {words}" has no option --{unknown}. See "redrive help {words}".', { words, unknown })
        : t('"redrive {words}" has no option --{unknown}. Did you mean --{near}?', { words, unknown, near }),
    );
  }
}

function readBody(command, { data, file }) {
  if (data === undefined && file === undefined) return command.hasBody ? {} : undefined;
  if (!command.hasBody)
    throw new CliError(2, t('"redrive {words}" takes no body: --data and --file do not apply.', command));
  const name = data === undefined ? '--file' : '--data';
  try {
    return JSON.parse(data ?? readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw new CliError(2, t('{name} must be JSON: {why}.', { name, why: error.message }));
  }
}

function convert({ flag, type, nullable, options }, text, now) {
  if (typeof text === 'boolean') return text;
  if (nullable && text === 'null') return null;
  if (options !== undefined && !options.map(String).includes(text))
    throw new CliError(2, t('--{flag} must be one of {options} (got {text}).', { flag, options, text }));
  if (type === 'number') {
    if (text.trim() === '' || !Number.isFinite(Number(text)))
      throw new CliError(2, t('--{flag} must be a number (got {text}).', { flag, text }));
    return Number(text);
  }
  if (type === 'time') return timeOf(text, now);
  if (type !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** now-6h and now+2d beside the times of the API. */
function timeOf(text, now) {
  const [, sign, amount, unit] = /^now(?:([+-])(\d{1,9})([smhd]))?$/.exec(text) ?? [];
  if (!text.startsWith('now')) return text;
  if (text !== 'now' && unit === undefined) return text;
  const distance = unit === undefined ? 0 : Number(amount) * UNITS[unit];
  return new Date(sign === '-' ? now - distance : now + distance).toISOString();
}

function put(parts, { path, place }, value) {
  let at = place === 'path' ? parts.params : place === 'query' ? parts.query : parts.body;
  for (const name of path.slice(0, -1)) at = at[name] ??= {};
  at[path.at(-1)] = value;
}
