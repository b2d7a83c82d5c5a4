// @module-tag landing
// The tutorial in each of its languages: the program as printed fails, its message dies, the fix as printed is made,
// and the dead letter is re-driven.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import type { LanguageName } from '../../lib/model/programs';
import { createGroup, createTopic, readRedrive, startRedrive } from '../../lib/broker';
import { blocksOf } from '../../lib/testing/docs/blocks';
import { launchProgram } from '../../lib/testing/launched-process';
import { startBroker, TESTER } from './support/broker';
import { TOOLS_HOME } from '../sdks/support/builds';
import { languageRunners } from './support/language-runners';
import { until } from './support/wait';

const PAGE = 'docs/tutorial/first-application.md';
const GROUP = 'orders-billing';
const RUNS_MS = 120_000;
/** The first run on a machine fetches and compiles the clients. */
const BUILDS_MS = 600_000;
const LANGUAGES = [
  { name: 'node', title: 'Node.js', block: 'js', file: 'orders.mjs' },
  { name: 'java', title: 'Java', block: 'java', file: 'Orders.java' },
  { name: 'python', title: 'Python', block: 'python', file: 'orders.py' },
  { name: 'go', title: 'Go', block: 'go', file: 'orders/main.go' },
] as const satisfies readonly { readonly name: LanguageName; readonly [fact: string]: string }[];

/** The line that the page says to change, and the line that takes its place. */
function fixOf(title: string): readonly [before: string, after: string] {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${title} |`));
  const [before = '', after = ''] = [...(row ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [before, after];
}

test.each(LANGUAGES)(
  'in $title: it fails, dies, is fixed, and is re-driven',
  { timeout: BUILDS_MS + RUNS_MS },
  async ({ name, title, block, file }) => {
    const folder = mkdtempSync(join(tmpdir(), 'redrive-tutorial-'));
    const runner = await languageRunners(folder)[name]();
    if ('missing' in runner) {
      process.stdout.write(`SKIPPED: the tutorial in ${name}, because ${runner.missing}\n`);
      return;
    }
    const broker = await startBroker();
    await createTopic(broker.ctx, { name: 'orders', messageType: 'NORMAL', queues: 4, actor: TESTER });
    const retryPolicy = { type: 'customized', intervalsMs: [1000, 1000] } as const;
    await createGroup(broker.ctx, { name: GROUP, maxRetries: 2, retryPolicy, actor: TESTER });
    const printed = blocksOf(block).find((each) => each.file === PAGE)?.text ?? '';
    const start = (text: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text.replace('127.0.0.1:8081', `127.0.0.1:${broker.port}`));
      return launchProgram(runner(file), { HOME: name === 'go' ? TOOLS_HOME : folder }, folder);
    };
    const running = [start(printed)];
    const billed = (): readonly string[] =>
      running
        .at(-1)
        ?.output()
        .match(/^billed ord-\d/gm)
        ?.toSorted() ?? [];
    const seen = async (what: string, isSeen: () => boolean | Promise<boolean>): Promise<void> => {
      await until(what, isSeen, RUNS_MS).catch((error: unknown) => {
        throw new Error(running.at(-1)?.output(), { cause: error });
      });
    };
    try {
      await seen('the dead letter', async () => (await broker.deadLetters(GROUP)).length === 1);
      expect(billed()).toEqual(['billed ord-1', 'billed ord-3']);
      running[0]?.child.kill('SIGKILL');

      const [before, after] = fixOf(title);
      expect(printed.split(before)).toHaveLength(2);
      running.push(start(printed.replace(before, after)));
      await seen('the fixed program', () => billed().length === 3);
      expect(await broker.deadLetters(GROUP)).toHaveLength(1);
      const { redriveId } = await startRedrive(broker.ctx, { group: GROUP, all: true, reason: 'fixed', actor: TESTER });
      await seen('the re-driven message', () => billed().filter((line) => line === 'billed ord-2').length === 2);
      await seen('the verdict', async () => (await readRedrive(broker.ctx, redriveId)).counts.consumed === 1);
    } finally {
      for (const { child, waitForExit } of running) {
        child.kill('SIGKILL');
        await waitForExit();
      }
      await broker.close();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(broker.errors).toEqual([]);
  },
);
