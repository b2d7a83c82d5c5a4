// The commands of the README and the manual: a shell reads them as printed, and what they name is there. Calls of the
// HTTP API are sent to the routes by lib/console/api/documented.db.test.ts; e2e/protocol/backup.test.ts runs backups.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import manifest from '../../../package.json' with { type: 'json' };
import { SETTING_NAMES } from '../../runtime/config';
import { describeUnknownSettings } from '../../runtime/unknown-settings';
import { blocksOf, placeOf } from './blocks';

const SCRIPTS = manifest.scripts as Readonly<Record<string, string>>;
/** npm's own commands. */
const OF_NPM = new Set(['start', 'test', 'run', 'audit', 'ci', 'install', 'uninstall']);
/** Of other projects: only how a shell reads them is checked. Where they are run is said above. */
const OTHERS = new Set(
  'docker kubectl pg_dump pg_restore pg_basebackup cd curl rm eval apt systemctl journalctl'.split(' '),
);
/** Of `redrive`: those of this machine, and those of a server, which a test lists in the manual. */
const LOCAL = [...readFileSync('lib/cli/redrive.mjs', 'utf8').matchAll(/^  '?([a-z-]+)'?: \{/gm)].map(
  ([, name]) => name,
);
const LISTED = [...readFileSync('docs/integrate/command-line.md', 'utf8').matchAll(/^\| `redrive ([a-z -]+)/gm)].map(
  ([, words = '']) => words.trim(),
);
const OF_REDRIVE = new Set([...LOCAL, ...LISTED, 'login', 'completion', 'commands', 'from-dashboard']);
const OPEN_TELEMETRY = /^OTEL_[A-Z_]+$/;

/** Lines that a backslash continues are one. */
function commandsOf(text: string): string[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** What is wrong with a command; null: nothing. */
function problemOf(command: string): string | null {
  // What is between quotes belongs to its word.
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const settings = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  for (const word of settings === -1 ? words : words.slice(0, settings)) {
    const [name = ''] = word.split('=');
    if (
      !SETTING_NAMES.includes(name) &&
      !OPEN_TELEMETRY.test(name) &&
      describeUnknownSettings({ [name]: '1' }).length > 0
    )
      return `${name} is not a setting`;
  }
  if (settings === -1) return null;
  const [program = '', ...args] = words.slice(settings);
  if (program === 'npm') return problemOfNpm(args);
  if (program === 'redrive') return problemOfRedrive(args);
  if (program === 'setsid') return problemOf(args.join(' '));
  if (program === 'node') return problemOfPath(args[0] ?? '');
  if (program === 'npx') return args[0] === 'vitest' ? null : `npx ${args[0]} is not known here`;
  if (program === 'helm') return problemOfPath(join(args[2] ?? '', 'Chart.yaml'));
  return OTHERS.has(program) ? null : `${program} is not known here`;
}

function problemOfNpm([verb = '', ...rest]: readonly string[]): string | null {
  if (!OF_NPM.has(verb)) return `npm ${verb} is not known here`;
  const script =
    verb === 'run' ? rest.find((word) => !word.startsWith('-')) : ['start', 'test'].includes(verb) ? verb : null;
  if (script === null) return null;
  if (SCRIPTS[script ?? ''] === undefined) return `there is no script ${script}`;
  const options = rest.filter((word) => word.startsWith('--') && word !== '--');
  if (options.length > 0 && !rest.includes('--')) return `npm would keep ${options.join(' ')}: two dashes are missing`;
  return null;
}

function problemOfRedrive(args: readonly string[]): string | null {
  const isKnown = args.length === 0 || [1, 2].some((count) => OF_REDRIVE.has(args.slice(0, count).join(' ')));
  return isKnown ? null : `redrive ${args.slice(0, 2).join(' ')} is not a command`;
}

function problemOfPath(path: string): string | null {
  return existsSync(path) ? null : `${path} is not there`;
}

test.each(blocksOf('sh').map((block) => [placeOf(block), block] as const))('%s', (_, { text }) => {
  execFileSync('sh', ['-n', '-c', text]);
  const commands = commandsOf(text);
  expect(commands.filter((command) => problemOf(command) !== null).map(problemOf)).toEqual([]);
});

test('a script, a setting or a file that is not there is noticed, and so are options that npm keeps', () => {
  expect(problemOf('npm run strat')).toBe('there is no script strat');
  expect(problemOf('npm run demo --minutes 8')).toBe('npm would keep --minutes: two dashes are missing');
  expect(problemOf('REDRIVE_PORTS=1 npm start')).toBe('REDRIVE_PORTS is not a setting');
  expect(problemOf('node lib/cli/begin.mjs')).toBe('lib/cli/begin.mjs is not there');
  expect(problemOf('redrive groups lst')).toBe('redrive groups lst is not a command');
  expect(problemOf('make')).toBe('make is not known here');
});

test('a test runs the programs of backups', () => {
  const tested = readFileSync('e2e/protocol/backup.test.ts', 'utf8');
  const programs = blocksOf('sh').flatMap(({ text }) => text.match(/^pg_\w+/gm) ?? []);
  expect(new Set(programs)).toEqual(new Set(['pg_dump', 'pg_restore', 'pg_basebackup']));
  for (const program of programs) expect(tested).toContain(program);
});
