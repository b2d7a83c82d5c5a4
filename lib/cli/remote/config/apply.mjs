// redrive export and redrive apply: the configuration of a server as a file.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { call, readSchema } from '../connection.mjs';
import { CliError } from '../failure.mjs';
import { colours, safe } from '../output.mjs';
import { kindsOf, readFile, textOf } from './file.mjs';
import { msg, t } from '../speech.mjs';
import { compare, describe, markOf, titleOf } from './plan.mjs';

const PLACE = { server: { type: 'string' }, profile: { type: 'string' }, workspace: { type: 'string' } };
const SWITCHES = ['dry-run', 'prune', 'prune-unmanaged', 'release', 'secrets', 'take-over', 'yes'];
const MADE = msg('Made: {name}');
const REMOVED = msg('Removed: {name}');
/** Of changes and entries that the file manages from now on, of changes, of entries. */
const PLANNED = [
  msg('Planned: {changes}, {entries} to be managed by {source}. Nothing was changed.'),
  msg('Planned: {changes}. Nothing was changed.'),
  msg('Planned: {entries} to be managed by {source}. Nothing was changed.'),
];
const ASKED = [
  msg('Make {changes}, and let {source} manage {entries} more?'),
  msg('Make {changes}?'),
  msg('Let {source} manage {entries} more?'),
];
/** Entries of one request. */
const MARKED_AT_ONCE = 500;
/** Of a topic or group that was deleted. */
const SUBJECT_GONE = new Set(['topic-not-found', 'group-not-found']);

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
    throw new CliError(2, t('Name the file: redrive apply -f redrive.yaml ("-": standard input).'));
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
    throw new CliError(
      1,
      t('{refused} of {changes} refused. Nothing was changed.', {
        ...{ refused: refused.length, changes: count(changes.length) },
      }),
    );
  if (changes.length === 0) print(t('The server is as the file says.'));
  if (changes.length === 0 && marked.length === 0) return 0;
  const isBoth = changes.length > 0 && marked.length > 0;
  const sayPlan = ([both, made, managed]) =>
    safe(
      t(isBoth ? both : marked.length === 0 ? made : managed, {
        ...{ changes: count(changes.length), entries: entriesOf(marked.length), source },
      }),
    );
  if (given['dry-run'] === true) {
    print(sayPlan(PLANNED));
    return 0;
  }
  await confirm(given, sayPlan(ASKED), 'apply', askPerson);
  const override = given['take-over'] === true ? reason : undefined;
  const skipped = await make(changes, askAs({ managedBy: source, override }), reason, print);
  // Also what is made of several requests, as a team with its members.
  const kept = changes.filter((change) => change.action !== 'remove' && !skipped.includes(change));
  if (find('managed mark') !== undefined) await mark(ask, { source, override }, [...kept, ...unmarked]);
  if (marked.length > 0)
    print(safe(t('Managed by {source} from now on: {entries} more.', { source, entries: entriesOf(marked.length) })));
  if (skipped.length === 0) return 0;
  throw new CliError(
    1,
    t('Skipped, because the topic or group does not exist: {names}. Everything else is as the file says.', {
      names: skipped.map(titleOf),
    }),
  );
}

/** The console changes again what the file managed. */
async function release(ask, find, { given, source, reason }, { print, askPerson }) {
  if (find('managed release') === undefined) throw new CliError(1, t('This server does not note what a file manages.'));
  if (given['dry-run'] === true) throw new CliError(2, t('--release changes no setting: it has no --dry-run.'));
  await confirm(
    given,
    safe(t('Let the console change again what {source} manages?', { source })),
    'release',
    askPerson,
  );
  const { released } = await ask('managed release', { body: { source, reason } });
  print(
    safe(
      t('No longer managed by {source}: {entries}. Nothing else was changed.', {
        source,
        entries: entriesOf(released),
      }),
    ),
  );
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

const count = (changes) => t('{changes, plural, one {# change} other {# changes}}', { changes });
const entriesOf = (entries) => t('{entries, plural, one {# entry} other {# entries}}', { entries });

async function confirm(given, question, word, askPerson) {
  if (given.yes === true) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CliError(2, t('Without a terminal, see the changes with --dry-run and confirm them with --yes.'));
  const typed = await askPerson(t('{question} Type "{word}" to continue: ', { question, word }));
  if (typed !== word) throw new CliError(1, t('Not confirmed: nothing was changed.'));
}

/**
 * @returns the changes that were skipped, because what they are about does not exist
 * @throws CliError says exactly what was made and what was not
 */
async function make(changes, ask, reason, print) {
  const made = [];
  const skipped = [];
  for (const change of changes) {
    const { kind, id, entry, settings, action } = change;
    const name = titleOf(change);
    try {
      if (action === 'create') await kind.create(ask, id, settings, reason);
      else if (action === 'update') await kind.update(ask, entry, settings, reason);
      else await kind.remove(ask, entry, reason);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (kind.ofSubject === true && SUBJECT_GONE.has(error.code)) {
        skipped.push(change);
        print(safe(t('Skipped: {name}. {why}', { name, why: error.message })));
        continue;
      }
      const rest = changes.length - made.length - skipped.length - 1;
      const doneSay =
        made.length === 0 ? t('Nothing was changed before it.') : t('Made before it: {names}.', { names: made });
      const restSay =
        rest === 0
          ? ''
          : ` ${t('Not made: the {changes} after it. Run the command again to go on.', { changes: count(rest) })}`;
      throw new CliError(error.exitCode, `${name}: ${error.message} ${doneSay}${restSay}`);
    }
    made.push(name);
    print(t(action === 'remove' ? REMOVED : MADE, { name: safe(name) }));
  }
  if (made.length > 0) print(t('{changes} made.', { changes: count(made.length) }));
  return skipped;
}

async function mark(ask, { source, override }, unmarked) {
  for (let at = 0; at < unmarked.length; at += MARKED_AT_ONCE) {
    const entries = unmarked.slice(at, at + MARKED_AT_ONCE).map(markOf);
    await ask('managed mark', { body: defined({ source, entries, override }) });
  }
}
