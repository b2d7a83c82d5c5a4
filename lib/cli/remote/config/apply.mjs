// redrive export and redrive apply: the configuration of a server as a file.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { call, readSchema } from '../connection.mjs';
import { CliError } from '../failure.mjs';
import { colours, safe } from '../output.mjs';
import { kindsOf, readFile, textOf } from './file.mjs';
import { compare, describe, markOf, titleOf } from './plan.mjs';

const PLACE = { server: { type: 'string' }, profile: { type: 'string' }, workspace: { type: 'string' } };
const SWITCHES = ['dry-run', 'prune', 'prune-unmanaged', 'release', 'secrets', 'take-over', 'yes'];
/** Entries of one request. */
const MARKED_AT_ONCE = 500;

/** Prints what the server has. */
export async function exportConfig(connectionOf, argv, finderOf, print) {
  const connection = connectionOf(parse(argv, PLACE));
  const { ask, find } = await openServer(connection, finderOf);
  const found = [];
  for (const kind of kindsOf(connection.workspace)) found.push({ kind, entries: await kind.list(ask, find) });
  // Editors complete and check the file with it.
  const schema = `${connection.server.replace(/\/+$/, '')}/api/v1/config.schema.json`;
  print(`# yaml-language-server: $schema=${safe(schema)}\n${textOf(found).trimEnd()}`);
  return 0;
}

/** Prints the JSON schema of the file. */
export async function printSchema(connectionOf, argv, print) {
  const { server } = connectionOf(parse(argv, PLACE));
  print(await readSchema(server));
  return 0;
}

/** Shows how the file differs from the server, and makes the server as the file says. */
export async function applyConfig(connectionOf, argv, finderOf, { print, ask: askPerson }) {
  const options = {
    ...{ ...PLACE, file: { type: 'string', short: 'f' }, reason: { type: 'string' }, source: { type: 'string' } },
    ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' }])),
  };
  const given = parse(argv, options);
  if (given.file === undefined)
    throw new CliError(2, 'Name the file: redrive apply -f redrive.yaml ("-": standard input).');
  const source = given.source ?? (given.file === '-' ? 'standard input' : basename(given.file));
  const reason = given.reason ?? `redrive apply -f ${given.file}`;
  const connection = connectionOf(given);
  const { ask, find, askAs } = await openServer(connection, finderOf);
  if (given.release === true) return await release(ask, find, { given, source, reason }, { print, askPerson });
  // What a cluster takes depends on its brokers.
  const schema = connection.workspace === undefined ? await readSchema(connection.server) : null;
  const file = readFile(given.file, kindsOf(connection.workspace), find, schema);
  const { changes, notes, unmarked } = await compare(file, ask, find, {
    ...{ source, prune: given.prune === true, pruneUnmanaged: given['prune-unmanaged'] === true },
    ...{ secrets: given.secrets === true, takeOver: given['take-over'] === true },
  });
  const marked = find('managed mark') === undefined ? [] : unmarked;
  const paint = colours();
  for (const change of changes) print(describe(change, paint));
  for (const line of notes) print(safe(line));
  const refused = changes.filter(({ refusal }) => refusal !== undefined);
  if (refused.length > 0)
    throw new CliError(1, `${refused.length} of ${count(changes.length)} refused. Nothing was changed.`);
  if (changes.length === 0) print('The server is as the file says.');
  const parts = [
    ...(changes.length === 0 ? [] : [count(changes.length)]),
    ...(marked.length === 0 ? [] : [`${entriesOf(marked.length)} to be managed by ${source}`]),
  ];
  if (parts.length === 0) return 0;
  if (given['dry-run'] === true) {
    print(safe(`Planned: ${parts.join(', ')}. Nothing was changed.`));
    return 0;
  }
  await confirm(given, safe(`Make ${parts.join(' and ')}?`), 'apply', askPerson);
  const override = given['take-over'] === true ? reason : undefined;
  await make(changes, askAs({ managedBy: source, override }), reason, print);
  // Also what is made of several requests, as a team with its members.
  const kept = changes.filter(({ action }) => action !== 'remove');
  if (find('managed mark') !== undefined) await mark(ask, { source, override }, [...kept, ...unmarked]);
  if (marked.length > 0) print(safe(`Managed by ${source} from now on: ${entriesOf(marked.length)} more.`));
  return 0;
}

/** The console changes again what the file managed. */
async function release(ask, find, { given, source, reason }, { print, askPerson }) {
  if (find('managed release') === undefined) throw new CliError(1, 'This server does not note what a file manages.');
  if (given['dry-run'] === true) throw new CliError(2, '--release changes no setting: it has no --dry-run.');
  await confirm(given, safe(`Let the console change again what ${source} manages?`), 'release', askPerson);
  const { released } = await ask('managed release', { body: { source, reason } });
  print(safe(`No longer managed by ${source}: ${entriesOf(released)}. Nothing else was changed.`));
  return 0;
}

async function openServer(connection, finderOf) {
  const find = await finderOf(connection.server);
  const { workspace: _, ...here } = connection;
  const cache = {};
  const askAs = (more) => {
    const ask = (words, { params = {}, query = {}, body } = {}) => {
      const command = find(words);
      // Alarm channels and teams are of the installation, whichever cluster a rule is about.
      const place = command.clusterId === undefined ? here : connection;
      const own = command.fields.some(({ path }) => path[0] === 'managedBy') ? defined(more) : {};
      return body === undefined
        ? call(place, command, { params, query: { ...query, ...own } })
        : call(place, command, { params, query, body: { ...body, ...own } });
    };
    return Object.assign(ask, { cache });
  };
  return { ask: askAs({}), askAs, find };
}

const defined = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options, strict: true }).values;
  } catch (error) {
    throw new CliError(2, error.message);
  }
}

const count = (changes) => (changes === 1 ? '1 change' : `${changes} changes`);
const entriesOf = (number) => (number === 1 ? '1 entry' : `${number} entries`);

async function confirm(given, question, word, askPerson) {
  if (given.yes === true) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CliError(2, 'Without a terminal, see the changes with --dry-run and confirm them with --yes.');
  const typed = await askPerson(`${question} Type "${word}" to continue: `);
  if (typed !== word) throw new CliError(1, 'Not confirmed: nothing was changed.');
}

/** @throws CliError says exactly what was made and what was not */
async function make(changes, ask, reason, print) {
  const made = [];
  for (const change of changes) {
    const { kind, id, entry, settings, action } = change;
    const name = titleOf(change);
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
    print(`${action === 'remove' ? 'Removed' : 'Made'}: ${safe(name)}`);
  }
  if (made.length > 0) print(`${count(made.length)} made.`);
}

async function mark(ask, { source, override }, unmarked) {
  for (let at = 0; at < unmarked.length; at += MARKED_AT_ONCE) {
    const entries = unmarked.slice(at, at + MARKED_AT_ONCE).map(markOf);
    await ask('managed mark', { body: defined({ source, entries, override }) });
  }
}
