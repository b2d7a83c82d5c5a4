// A command of the server, from its words to the exit code.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { readerHasLeft } from '../reader.mjs';
import { readArguments } from './arguments.mjs';
import { commandsOf } from './commands.mjs';
import { applyConfig, exportConfig, printSchema } from './config/apply.mjs';
import { printFromDashboard } from './config/from-dashboard.mjs';
import { call, readDocument } from './connection.mjs';
import { CliError, nearest } from './failure.mjs';
import { completions, completionScript, helpOf, listOf } from './help.mjs';
import { fillFromAlarm, tail, watchRun } from './job.mjs';
import { MADE } from './made.mjs';
import { namesAt } from './names.mjs';
import { colours, jsonText, render, safe } from './output.mjs';
import { callAll } from './pages.mjs';
import { connectionOf, DEFAULT_SERVER, storeProfile } from './profiles.mjs';
import { msg, t } from './speech.mjs';

/** Ends the process with the exit code of the command. @param local the commands that need no server */
export async function runRemote(argv, local) {
  try {
    process.exitCode = await run(argv, local);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    process.stderr.write(`${safe(error.message)}\n`);
    process.exitCode = error.exitCode;
  }
}

const print = (what) => process.stdout.write(`${typeof what === 'string' ? what : jsonText(what)}\n`);

async function run(argv, local) {
  const [first, ...rest] = argv;
  if (first === 'login') return await login(rest);
  if (first === 'completion') return complete(rest[0]);
  const { values, positionals } = parseArgs({ args: argv, options: PLACE, allowPositionals: true, strict: false });
  const place = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
  const commands = async (server) => commandsOf(await readDocument(server));
  const finderOf = async (server) => finder(await commands(server));
  if (first === 'tail' && values.help !== true) return await tail(connectionOf, rest, finderOf, print);
  if (first === 'export' && values.help !== true) return await exportConfig(connectionOf, rest, finderOf, print);
  if (first === 'from-dashboard' && values.help !== true) return printFromDashboard(rest, print);
  if (first === 'schema' && values.help !== true) return await printSchema(connectionOf, rest, print);
  if (first === 'apply' && values.help !== true) return await applyConfig(connectionOf, rest, finderOf, { print, ask });
  const known = await commands(connectionOf(place).server).catch((error) => {
    if (first === 'commands' || first === 'help') print(t(WITHOUT_SERVER, { usage: `redrive ${COMMAND}` }));
    if (!(error instanceof CliError)) throw error;
    const needNone = t('Commands that need no server: {names}.', { names: local });
    throw new CliError(error.exitCode, `${error.message} ${needNone}`);
  });
  if (first === 'complete') {
    const names = await namesAt(known, rest, connectionOf(place));
    print([...names, ...completions(known, rest)].join('\n'));
    return 0;
  }
  if (first === 'commands') return help(known, []);
  if (MADE.some(({ words }) => words === first)) return help(known, [first]);
  return first === 'help' ? help(known, positionals.slice(1)) : await runCommand(known, argv, first);
}

const COMMAND = '<command>';
const WITHOUT_SERVER = msg(`Usage: {usage}. The commands come from a server: run "redrive login", or pass
  --server or REDRIVE_SERVER.`);

const PLACE = {
  server: { type: 'string' },
  profile: { type: 'string' },
  workspace: { type: 'string' },
  help: { type: 'boolean' },
};

/** undefined: no terminal, or one that says 0 because it does not know. */
const widthOfTerminal = () => (process.stdout.isTTY ? process.stdout.columns || undefined : undefined);

const finder = (known) => (words) => known.find((each) => each.words === words);

function wrong(word, known) {
  const near = nearest(
    word,
    [...known, ...MADE].map(({ words }) => words),
  );
  throw new CliError(
    2,
    near === null
      ? t('"{word}" is not a command. See "redrive help".', { word })
      : t('"{word}" is not a command. Did you mean "redrive {near}"?', { word, near }),
  );
}

function help(known, words) {
  const command = finder(known)(words.join(' '));
  const made = MADE.find((each) => each.words === words.join(' '));
  if (command === undefined && words.length > 1 && made === undefined) wrong(words.join(' '), known);
  if (command !== undefined) print(helpOf(command, widthOfTerminal()));
  else if (made !== undefined) print(t(made.summary));
  else {
    if (words.length === 0)
      print(
        `${t('Usage: {usage}. Describe one: {help}', { usage: `redrive ${COMMAND}`, help: `redrive help ${COMMAND}` })}\n`,
      );
    print(listOf(known, words[0], widthOfTerminal()));
  }
  return 0;
}

async function runCommand(known, argv, first) {
  const find = finder(known);
  const words = `${first} ${argv[1] ?? ''}`.trim();
  if (!known.some((each) => each.words.startsWith(`${first} `))) return wrong(words, known);
  if (argv[1] === undefined || argv[1] === '--help') return help(known, [first]);
  const isPlan = words === 'redrive plan';
  const base = isPlan
    ? { ...find('redrive start'), words }
    : words === 'redrive watch'
      ? { ...find('redrive get'), words }
      : find(words);
  if (base === undefined) return wrong(words, known);
  const { given, ...parts } = readArguments(base, argv.slice(2));
  if (given.help === true) return help(known, words.split(' '));
  const connection = connectionOf(given);
  if (base.ownId === undefined && connection.workspace === undefined)
    throw new CliError(2, t('"redrive {words}" is about an attached cluster: name it with --workspace.', { words }));
  if (words === 'redrive watch')
    return await watchRun(connection, find, parts.params.id, { isJson: given.json === true, print });
  if (base.path === '/redrives' && base.method === 'post') {
    parts.body = await fillFromAlarm(connection, find, parts.body);
    if (isPlan) parts.body.dryRun = true;
    else parts.body.requestId ??= randomUUID();
  }
  await confirm(base, parts, given);
  return await send(connection, find, base, parts, given);
}

async function send(connection, find, command, parts, given) {
  if (given.watch === true && command.effect !== 'read' && command.words !== 'redrive start')
    throw new CliError(2, t('--watch repeats commands that read data, but this command changes data.'));
  for (;;) {
    const answer = await callAll(connection, command, parts).catch((error) => {
      throw error.exitCode === 3 ? withWayOut(error, find, command, parts) : error;
    });
    const width = widthOfTerminal();
    if (given.watch === true && command.effect === 'read' && width !== undefined)
      process.stdout.write('\u001b[2J\u001b[H');
    const isFollowed = command.words === 'redrive start' && given.watch === true && answer.id !== undefined;
    if (!(isFollowed && given.json === true))
      print(
        given.json === true
          ? answer
          : render(answer, { operationId: command.ownId ?? command.clusterId, width, paint: colours() }),
      );
    if (isFollowed) return await watchRun(connection, find, answer.id, { isJson: given.json === true, print });
    if (given.watch !== true || command.effect !== 'read' || readerHasLeft()) return 0;
    await wait(2000);
  }
}

/** How to learn whether a change was made. */
function withWayOut(error, find, command, { params, body }) {
  const { requestId } = body ?? {};
  if (requestId !== undefined)
    return new CliError(
      3,
      t('{problem} Run the command again with --request-id {id}: one ID never starts two re-drives.', {
        problem: error.message,
        id: requestId,
      }),
    );
  const [resource] = command.words.split(' ');
  const own = Object.values(params);
  const read = [`${resource} get`, `${resource} list`].find((words) => find(words)?.positionals.length === own.length);
  const words = read ?? (find(`${resource} list`) === undefined ? `help ${resource}` : `${resource} list`);
  const toFindOut = `redrive ${[words, ...(words === read ? own : [])].join(' ')}`;
  return new CliError(3, t('{problem} To find out: {command}', { problem: error.message, command: toFindOut }));
}

/** What cannot be undone is confirmed by typing its name. */
async function confirm(command, { params, query, body }, given) {
  if (command.effect !== 'destructive' || given.yes === true || query.dryRun === true || body?.dryRun === true) return;
  const name = String(
    Object.values(params)[0] ?? query[command.positionals[0]] ?? body?.[command.positionals[0]] ?? command.words,
  );
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CliError(
      2,
      t('"redrive {words}" cannot be undone. Without a terminal, confirm it with --yes.', { words: command.words }),
    );
  const summary = t('{summary}.', { summary: t(command.summary) });
  const question = t('This cannot be undone. Type "{name}" to continue:', { name: safe(name) });
  const typed = await ask(`${summary}\n${question} `);
  if (typed !== name) throw new CliError(1, t('Not confirmed: nothing was changed.'));
  if (command.fields.some(({ flag, place }) => flag === 'confirm' && place === 'query')) query.confirm ??= name;
}

async function ask(question) {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

async function login(argv) {
  const options = { server: { type: 'string' }, profile: { type: 'string' }, workspace: { type: 'string' } };
  let values;
  try {
    values = parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new CliError(2, error.message);
  }
  const isTerminal = process.stdin.isTTY;
  const server =
    values.server ??
    (isTerminal ? (await ask(`${t('Server')} [${DEFAULT_SERVER}]: `)) || DEFAULT_SERVER : DEFAULT_SERVER);
  const token = process.env.REDRIVE_TOKEN || (isTerminal ? await askSecret(`${t('API token')}: `) : await readAll());
  if (token === '')
    throw new CliError(2, t('A token is required: create one in the console under Settings, API tokens.'));
  const known = commandsOf(await readDocument(server));
  await call({ server, token, workspace: values.workspace }, finder(known)('groups list'), {
    params: {},
    query: { limit: 1 },
  });
  const { workspace } = values;
  const file = storeProfile(values.profile ?? 'default', {
    server,
    token,
    ...(workspace === undefined ? {} : { workspace }),
  });
  if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]?/.test(server))
    process.stderr.write(`${t('Warning: the token is sent unencrypted. Use an https address.')}\n`);
  print(t('The server accepts the token. Stored in {file}.', { file }));
  return 0;
}

async function askSecret(question) {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  let secret = '';
  try {
    return await new Promise((resolve, reject) => {
      stdin.on('data', (chunk) => {
        for (const character of chunk.toString()) {
          if (character === '\r' || character === '\n') resolve(secret);
          else if (character === '\u0003') reject(new CliError(1, t('Cancelled.')));
          else secret = character === '\u007f' ? secret.slice(0, -1) : secret + character;
        }
      });
      stdin.resume();
    });
  } finally {
    stdin.removeAllListeners('data');
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

async function readAll() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk.toString();
  return text.trim();
}

function complete(shell) {
  const script = completionScript(shell);
  if (script === undefined)
    throw new CliError(2, t('Usage: {command}', { command: 'redrive completion bash|zsh|fish' }));
  print(script);
  return 0;
}
