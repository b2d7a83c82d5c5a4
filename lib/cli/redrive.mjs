#!/usr/bin/env node
// The command `redrive` of an installed package.
import './require-node.mjs';

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { isPackaged, projectRoot } from './project-root.mjs';
import { outliveReader } from './reader.mjs';
import { msg, t, takeLanguage } from './remote/speech.mjs';

/** A path in these is from where the user is, and this program works in its own folder. */
const PATHS = ['REDRIVE_DATA_DIR', 'REDRIVE_TLS_CERT', 'REDRIVE_TLS_KEY'];

const COMMANDS = {
  start: {
    says: msg('Start the console and the broker here (the same as "redrive" alone)'),
    run: () => import('./start.mjs'),
  },
  demo: { says: msg('Play a practice incident with real RocketMQ clients'), run: () => import('./demo.mjs') },
  broker: {
    says: msg('Start a broker without a console on the database of DATABASE_URL'),
    run: () => import('./broker.mjs'),
  },
  migrate: {
    says: msg('Upgrade the database to this release without starting anything'),
    run: () => runProgram('migrate-now'),
  },
  doctor: {
    says: msg('Check ports, disk, database, rights and clock without starting anything'),
    run: () => runProgram('doctor'),
  },
  mcp: {
    says: msg('Serve the tools of a Redrive server to a program that starts this one (stdio)'),
    run: () => import('./mcp.mjs'),
  },
  'after-restore': {
    says: msg('Prepare a restored database for its first start'),
    run: () => runProgram('settle-restore'),
  },
  'verify-audit': { says: msg('Verify the hash chain of the audit log'), run: () => runProgram('verify-audit') },
};

outliveReader();
const [given = 'start', ...rest] = argumentsIn(process.argv.slice(2));
if (['--version', '-v', 'version'].includes(given)) process.stdout.write(`${version()}\n`);
else if (['--help', '-h'].includes(given) || (given === 'help' && rest.length === 0)) process.stdout.write(help());
else await run(given.startsWith('-') ? 'start' : given, given.startsWith('-') ? [given, ...rest] : rest);

async function run(name, args) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  // Every other word is a command of a server.
  if (command === undefined) {
    const { runRemote } = await import('./remote/run.mjs');
    return await runRemote([name, ...args], Object.keys(COMMANDS));
  }
  settlePaths();
  process.argv = [process.argv[0], process.argv[1], ...args];
  return await command.run();
}

/** A clone keeps its data in the clone, an installed package in the folder that the system has for it. */
function settlePaths() {
  for (const name of PATHS) if (process.env[name]) process.env[name] = resolve(process.env[name]);
  if (isPackaged) process.env.REDRIVE_DATA_DIR ||= join(dataHome(), 'redrive');
  process.chdir(projectRoot);
}

function dataHome() {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return XDG_DATA_HOME || join(homedir(), '.local', 'share');
}

async function runProgram(name) {
  const { loadProgram } = await import('./bundle.mjs');
  await loadProgram(`lib/runtime/${name}.ts`);
}

function version() {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;
}

/** Without --lang, which is settled first: a message about the other arguments is in that language. */
function argumentsIn(argv) {
  try {
    return takeLanguage(argv);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}

function help() {
  const calls = [
    ['redrive login', msg('Store the address of a server and a token')],
    ['redrive commands', msg('List the commands of that server')],
    ['redrive help groups pause', msg('Describe one command')],
  ];
  const local = Object.entries(COMMANDS).map(([name, { says }]) => [name, says]);
  return [
    t('Redrive {version}: an operator console and a broker with the semantics of Apache RocketMQ 5, on PostgreSQL.', {
      version: version(),
    }),
    t('Usage: {command}', { command: 'redrive [command]' }),
    tableOf(local),
    t('All other commands call a server over its HTTP API ({page}):', { page: 'docs/integrate/command-line.md' }),
    tableOf(calls),
    t('Settings are environment variables: {names} and more. All are listed in {page}.', {
      names: 'PORT, REDRIVE_GRPC_PORT, REDRIVE_DATA_DIR, DATABASE_URL',
      page: 'docs/operate/configuration.md',
    }),
    t('Language: {option}, else that of the environment ({names}).', {
      option: '--lang en|zh-CN|ja',
      names: 'LC_ALL, LC_MESSAGES, LANG',
    }),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function tableOf(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, says]) => `  ${name.padEnd(width)}  ${t(says)}`).join('\n');
}
