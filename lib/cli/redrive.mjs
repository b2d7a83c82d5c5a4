#!/usr/bin/env node
// The command `redrive` of an installed package.
import './require-node.mjs';

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { isPackaged, projectRoot } from './project-root.mjs';
import { outliveReader } from './reader.mjs';

/** A path in these is from where the user is, and this program works in its own folder. */
const PATHS = ['REDRIVE_DATA_DIR', 'REDRIVE_TLS_CERT', 'REDRIVE_TLS_KEY'];

const COMMANDS = {
  start: {
    says: 'Start the console and the broker here (the same as "redrive" alone)',
    run: () => import('./start.mjs'),
  },
  demo: { says: 'Play a practice incident with real RocketMQ clients', run: () => import('./demo.mjs') },
  broker: {
    says: 'Start a broker without a console on the database of DATABASE_URL',
    run: () => import('./broker.mjs'),
  },
  migrate: { says: 'Bring the database to this release, and start nothing', run: () => runProgram('migrate-now') },
  doctor: { says: 'Check ports, disk, database, rights and clock, and start nothing', run: () => runProgram('doctor') },
  mcp: {
    says: 'Serve the tools of a Redrive server to a program that starts this one (stdio)',
    run: () => import('./mcp.mjs'),
  },
  'after-restore': {
    says: 'Settle what a restored backup holds, before a start',
    run: () => runProgram('settle-restore'),
  },
  'verify-audit': { says: 'Compute the chain of the audit log again', run: () => runProgram('verify-audit') },
};

outliveReader();
const [given = 'start', ...rest] = process.argv.slice(2);
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

function help() {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(width)}  ${says}`);
  return `Redrive ${version()}: an operator console and a broker with the semantics of Apache RocketMQ 5, on PostgreSQL.

Usage: redrive [command]

${lines.join('\n')}

All other commands are calls of a server, over its HTTP API (docs/integrate/command-line.md):

  redrive login                store its address and a token
  redrive commands             list them
  redrive help groups pause    describe one

Settings are environment variables: PORT, REDRIVE_GRPC_PORT, REDRIVE_DATA_DIR, DATABASE_URL and more, all listed in
docs/operate/configuration.md.
`;
}
