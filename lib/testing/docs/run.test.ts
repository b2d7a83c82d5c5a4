// Blocks of the manual that are run here, with what they are for; and which ones no test can run, and why.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { readConfig } from '../../runtime/config';
import { type Block, blocksOf, placeOf } from './blocks';

const shell = blocksOf('sh');
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const titled = (blocks: readonly Block[]) => blocks.map((block) => [placeOf(block), block] as const);
/** Nothing but settings, with or without the program that they are for. */
const isSettings = ({ text }: Block): boolean => /^(?:[A-Z_]+=\S.*\n)+$/.test(text);

/** By the beginning of its first command: where it is run, or why it is not. */
const ELSEWHERE: readonly (readonly [start: RegExp, where: string])[] = [
  [/^curl /, 'lib/console/api/documented.db.test.ts'],
  [/^redrive from-dashboard/, 'lib/cli/remote/config/config.db.test.ts'],
  [/^redrive (?!completion|after)/, 'lib/testing/docs/commands.db.test.ts'],
  [/^pg_(?:dump|restore|basebackup) |^# postgresql\.conf|^npm run after-restore/, 'e2e/protocol/backup.test.ts'],
  [/^npm install --global redrive/, 'e2e/protocol/installed.test.ts'],
  [/^npm (?:start|run demo)\b/, 'e2e/protocol/refused-start.test.ts'],
];
const NOT_RUN: readonly (readonly [start: RegExp, why: string])[] = [
  [/^npm run (?:bench|chaos|language|licences)\b/, 'takes minutes, or is the check itself; shell.test.ts reads it'],
  [/^apt install/, 'needs a system with systemd; deb.mjs of a release unpacks the package and runs it'],
  [
    /^cd deploy\n/,
    'needs a container daemon; the workflow test.yml runs it, and lib/cli/deploy.test.ts reads the files',
  ],
  [/^setsid /, 'would leave a server behind; e2e starts the same file'],
  [/^npm uninstall/, 'would remove what people have installed'],
];

test('each block of commands is run by a test, or is on the list of blocks that cannot be', () => {
  const others = shell.filter((block) => !isSettings(block) && !runHere.includes(block));
  const unknown = others.filter(({ text }) => ![...ELSEWHERE, ...NOT_RUN].some(([start]) => start.test(text)));
  expect(unknown.map(placeOf)).toEqual([]);
  expect(ELSEWHERE.map(([, where]) => where).filter((where) => !existsSync(where))).toEqual([]);
  const idle = [...ELSEWHERE, ...NOT_RUN].filter(([start]) => !shell.some(({ text }) => start.test(text)));
  expect(idle).toEqual([]);
});

test.each(titled(shell.filter(isSettings)))('%s has settings that a start accepts', (_, { text }) => {
  const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  const report = `${process.execPath} -p 'JSON.stringify(process.env)'`;
  // A program that they are for is not started.
  const script = `set -a\n${text.replace(/ redrive$/m, '')}\n${report}`;
  const bare = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test' as const };
  const printed = execFileSync('sh', ['-e', '-c', script], { env: bare, encoding: 'utf8' });
  const env = JSON.parse(printed) as Record<string, string>;
  const given = Object.fromEntries(names.map((name) => [name, env[name]]));
  expect(Object.values(given)).not.toContain(undefined);
  expect(() => readConfig(given)).not.toThrow();
});

const completions = shell.filter(({ text }) => text.includes('redrive completion'));
const SHELLS = { bash: 'bash', zsh: 'zsh', fish: 'fish' } as const;

test.each(Object.keys(SHELLS))('the completion of %s is loaded as the page says', (name) => {
  const lines = completions
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.includes(`completion ${name}`));
  expect(lines).toHaveLength(1);
  if (!has(name)) {
    process.stdout.write(`SKIPPED: completion of ${name}, which is not here\n`);
    return;
  }
  const redrive = `redrive() { "${process.execPath}" lib/cli/redrive.mjs "$@"; }`;
  const begins = name === 'zsh' ? 'autoload -U compinit; compinit -u\n' : '';
  const loaded = { bash: 'complete -p redrive', zsh: 'whence _redrive', fish: 'complete -c redrive' }[name] ?? '';
  const script =
    name === 'fish'
      ? `function redrive; "${process.execPath}" lib/cli/redrive.mjs $argv; end\n${lines[0]}\n${loaded}`
      : `${begins}${redrive}\n${lines[0]}\n${loaded}`;
  expect(execFileSync(name, ['-c', script], { encoding: 'utf8' })).toContain('redrive');
});

const kubernetes = shell.filter(({ text }) => text.startsWith('kubectl '));

test.skipIf(!has('kubectl')).each(titled(kubernetes))('%s makes a secret with the keys of the chart', (_, { text }) => {
  const [create = ''] = text.split(/^helm /m);
  const args = `${create.trimEnd()} --dry-run=client --output=json`;
  const secret = JSON.parse(execFileSync('sh', ['-e', '-c', args], { encoding: 'utf8' })) as {
    metadata: { name: string };
    data: Record<string, string>;
  };
  const values = parse(execFileSync('cat', ['deploy/helm/redrive/values.yaml'], { encoding: 'utf8' })) as {
    secret: { keys: Record<string, string> };
  };
  expect(secret.metadata.name).toBe(/--set secret\.name=(\S+)/.exec(text)?.[1]);
  expect(Object.values(values.secret.keys)).toEqual(expect.arrayContaining(Object.keys(secret.data)));
});

/** The part of Prometheus' configuration that the manual shows, with no other field. */
const scrapeConfig = z.strictObject({
  scrape_configs: z.tuple([
    z.strictObject({
      job_name: z.string(),
      scrape_interval: z
        .string()
        .regex(/^\d+[smh]$/)
        .optional(),
      metrics_path: z.literal('/api/metrics'),
      static_configs: z
        .array(z.strictObject({ targets: z.array(z.string().regex(/^[\w.-]+:(?:3000|5557)$/)) }))
        .length(1),
      authorization: z.strictObject({ credentials_file: z.string() }).or(z.strictObject({ credentials: z.string() })),
    }),
  ]),
});
const scrapes = blocksOf('yaml').filter(({ text }) => text.startsWith('scrape_configs'));

test.each(titled(scrapes))('%s is a configuration of Prometheus, for paths and ports that are there', (_, { text }) => {
  expect(scrapeConfig.safeParse(parse(text)).error?.issues).toBeUndefined();
  expect(existsSync('app/api/metrics/route.ts')).toBe(true);
});

const clients = blocksOf('json').filter(({ file }) => file === 'docs/integrate/mcp.md');

test.each(titled(clients))('%s names the address, or the command and its settings', (_, { text }) => {
  const { redrive } = (JSON.parse(text) as { mcpServers: { redrive: object } }).mcpServers;
  const http = z.strictObject({
    type: z.literal('http'),
    url: z.url().endsWith('/mcp'),
    headers: z.strictObject({ Authorization: z.string().startsWith('Bearer ') }),
  });
  const stdio = z.strictObject({
    command: z.literal('redrive'),
    args: z.tuple([z.literal('mcp')]),
    env: z.strictObject({ REDRIVE_SERVER: z.url(), REDRIVE_TOKEN: z.string() }),
  });
  expect(http.or(stdio).safeParse(redrive).error?.issues).toBeUndefined();
  expect([existsSync('app/mcp/route.ts'), existsSync('lib/cli/mcp.mjs')]).toEqual([true, true]);
});

const runHere: readonly Block[] = [...completions, ...kubernetes];
