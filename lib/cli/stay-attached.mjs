// A command ends with who started it: when the terminal closes, when npm ends (also by SIGKILL), and, with --attached,
// when its standard input ends. One that was started without npm and without --attached runs until a signal comes.
import { readFileSync } from 'node:fs';

import { outliveReader } from './reader.mjs';

/** For a program that starts a command and must not leave it behind: it keeps the other end of standard input. */
export const ATTACHED = '--attached';
const LOOK_EVERY_MS = 500;
const SHELL = /^(sh|dash|bash|ash|ksh|zsh|busybox)$/;

export function stayAttached() {
  outliveReader();
  if (process.argv.includes(ATTACHED)) process.stdin.resume().once('close', () => stop('Its starter has ended'));
  if (isScriptOfNpm()) followNpm();
}

/** Not a command that a script of another kind starts in the background: that one is meant to outlive the script. */
function isScriptOfNpm() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
  return event === 'npx' || (event !== undefined && script.startsWith('node lib/cli/'));
}

function followNpm() {
  const npm = findNpm();
  const timer = setInterval(() => {
    if (process.ppid === npm.parent && (npm.grandparent === null || parentOf(npm.parent) === npm.grandparent)) return;
    clearInterval(timer);
    stop('npm has ended');
  }, LOOK_EVERY_MS).unref();
}

/** npm runs a script in a shell, and some shells become what they run. A shell outlives an npm that was killed. */
function findNpm() {
  const parent = process.ppid;
  return { parent, grandparent: SHELL.test(nameOf(parent)) ? parentOf(parent) : null };
}

function stop(why) {
  process.stdout.write(`${why}.\n`);
  // As a terminal that closes says it: a command that is stopping already is not hurried by it.
  process.kill(process.pid, 'SIGHUP');
}

function nameOf(pid) {
  return readProcess(pid, 'comm')?.trim() ?? '';
}

/** Null: unknown, as everywhere but on Linux. */
function parentOf(pid) {
  const stat = readProcess(pid, 'stat');
  // After the name, which may hold anything: state, parent.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
