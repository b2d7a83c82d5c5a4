// redrive export and redrive apply: the configuration of a server as a file.
import { isDeepStrictEqual, parseArgs } from 'node:util';

import { call } from '../connection.mjs';
import { CliError } from '../failure.mjs';
import { colours, safe } from '../output.mjs';
import { kindsOf, readFile, textOf } from './file.mjs';

const PLACE = { server: { type: 'string' }, profile: { type: 'string' }, workspace: { type: 'string' } };

/** Prints what the server has. */
export async function exportConfig(connectionOf, argv, finderOf, print) {
  const connection = connectionOf(parse(argv, PLACE));
  const { ask, find } = await openServer(connection, finderOf);
  const found = [];
  for (const kind of kindsOf(connection.workspace)) found.push({ kind, entries: await kind.list(ask, find) });
  print(textOf(found).trimEnd());
  return 0;
}

/** Shows how the file differs from the server, and makes the server as the file says. */
export async function applyConfig(connectionOf, argv, finderOf, { print, ask: askPerson }) {
  const options = {
    ...PLACE,
    file: { type: 'string', short: 'f' },
    reason: { type: 'string' },
    ...Object.fromEntries(['dry-run', 'prune', 'yes'].map((name) => [name, { type: 'boolean' }])),
  };
  const given = parse(argv, options);
  if (given.file === undefined)
    throw new CliError(2, 'Name the file: redrive apply -f redrive.yaml ("-": standard input).');
  const connection = connectionOf(given);
  const { ask, find } = await openServer(connection, finderOf);
  const file = readFile(given.file, kindsOf(connection.workspace), find);
  const { changes, left } = await compare(file, ask, find, given.prune === true);
  const paint = colours();
  for (const change of changes) print(describe(change, paint));
  for (const line of left) print(line);
  if (changes.length === 0) {
    print('The server is as the file says.');
    return 0;
  }
  const refused = changes.filter(({ refusal }) => refusal !== undefined);
  if (refused.length > 0)
    throw new CliError(1, `The server refuses ${refused.length} of ${changes.length} changes. Nothing was changed.`);
  if (given['dry-run'] === true) {
    print(`${count(changes.length)} would be made. Nothing was changed.`);
    return 0;
  }
  await confirm(given, changes, askPerson);
  await make(changes, ask, given.reason ?? `redrive apply -f ${given.file}`, print);
  return 0;
}

async function openServer(connection, finderOf) {
  const find = await finderOf(connection.server);
  const ask = (words, { params = {}, query = {}, body } = {}) => call(connection, find(words), { params, query, body });
  return { ask, find };
}

function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options, strict: true }).values;
  } catch (error) {
    throw new CliError(2, error.message);
  }
}

/** In the order in which they are made: what is removed goes last, and in reverse. */
async function compare(file, ask, find, isPruning) {
  const changes = [];
  const removals = [];
  const left = [];
  for (const { kind, wanted } of file) {
    const entries = new Map((await kind.list(ask, find)).map((entry) => [entry.id, entry]));
    for (const { id, settings } of wanted) {
      const entry = entries.get(id);
      entries.delete(id);
      if (entry === undefined) changes.push({ kind, id, settings, action: 'create' });
      else {
        const fields = Object.keys(settings).filter((name) => !isDeepStrictEqual(settings[name], entry.settings[name]));
        const changed = Object.fromEntries(fields.map((name) => [name, settings[name]]));
        if (fields.length > 0)
          changes.push(await judged({ kind, id, entry, settings: changed, action: 'update' }, ask));
      }
    }
    const others = kind.isSingle === true ? [] : [...entries.values()];
    if (isPruning) removals.unshift(...others.map((entry) => ({ kind, id: entry.id, entry, action: 'remove' })));
    else if (others.length > 0)
      left.push(`Not in the file, and left as they are (--prune removes them): ${others.length} ${kind.name}.`);
  }
  return { changes: [...changes, ...removals], left };
}

/** The same checks as on the page: what it means for messages, or why the server refuses it. */
async function judged(change, ask) {
  try {
    return { ...change, effects: (await change.kind.effect?.(ask, change.entry, change.settings)) ?? [] };
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== 1) throw error;
    return { ...change, refusal: error.message };
  }
}

const SIGNS = { create: ['+', 'green'], update: ['~', 'yellow'], remove: ['-', 'red'] };

function describe({ kind, id, entry, settings, action, effects = [], refusal }, paint) {
  const [sign, colour] = SIGNS[action];
  const words = Object.entries(settings ?? {}).map(([name, value]) =>
    entry === undefined ? `${name} ${valueOf(value)}` : `${name} ${valueOf(entry.settings[name])} → ${valueOf(value)}`,
  );
  const what = kind.isSingle === true ? kind.one : `${kind.one} ${id}`;
  const says = words.length === 0 ? '' : `: ${words.join(', ')}`;
  const notes = [...effects, ...(refusal === undefined ? [] : [`refused: ${refusal}`])];
  return [
    paint(colour, safe(`${sign} ${what}${says}`)),
    ...notes.map((note) => paint('red', safe(`    ${note}`))),
  ].join('\n');
}

const valueOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const count = (changes) => (changes === 1 ? '1 change' : `${changes} changes`);

async function confirm(given, changes, askPerson) {
  if (given.yes === true) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CliError(2, 'Without a terminal, see the changes with --dry-run and confirm them with --yes.');
  const typed = await askPerson(`Make ${count(changes.length)}? Type "apply" to continue: `);
  if (typed !== 'apply') throw new CliError(1, 'Not confirmed: nothing was changed.');
}

/** @throws CliError says exactly what was made and what was not */
async function make(changes, ask, reason, print) {
  const made = [];
  for (const change of changes) {
    const { kind, id, entry, settings, action } = change;
    const name = kind.isSingle === true ? kind.one : `${kind.one} ${id}`;
    try {
      if (action === 'create') await kind.create(ask, id, settings, reason);
      else if (action === 'update') await kind.update(ask, entry, settings, reason);
      else await kind.remove(ask, entry, reason);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const rest = changes.length - made.length - 1;
      const doneSay = made.length === 0 ? 'Nothing was changed before it.' : `Made before it: ${made.join(', ')}.`;
      const restSay = rest === 0 ? '' : ` Not made: the ${count(rest)} after it. Run the command again to go on.`;
      throw new CliError(error.exitCode, `${name}: ${error.message} ${doneSay}${restSay}`);
    }
    made.push(name);
    print(`Made: ${safe(name)}`);
  }
  print(`${count(made.length)} made.`);
}
