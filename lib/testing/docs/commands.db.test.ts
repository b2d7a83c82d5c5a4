// The commands `redrive …` of the manual, run as printed by a shell with a terminal, against a server. What a reader
// has others: the address of the server, the number of the alarm.
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createAlarmRule, createGroup, createTopic, evaluateAlarms, send } from '../../broker';
import { ack } from '../../broker/delivery/ack';
import { fail } from '../../broker/delivery/fail';
import { flushHistory } from '../../broker/history/flush';
import { sampleHistory } from '../../broker/history/sample';
import { stepRedrives } from '../../broker/redrive/step';
import type { RuleFields } from '../../model/alarm/defaults';
import { systemActor } from '../../model/audit/actor';
import { receiveNow, testMessage } from '../broker';
import { type CommandLine, openCommandLine } from '../command-line';
import { type Block, blocksOf, placeOf } from './blocks';

const actor = systemActor('test');
const ORDERS = { topic: 'orders', group: 'orders-billing' } as const;
const PRESENT: RuleFields = {
  ...{ subject: null, threshold: 1, windowMs: 0, forMs: 0, clearBelow: 1, clearForMs: 60_000, repeatMs: 0 },
  ...{ unknownForMs: 0, channelIds: null, enabled: true },
  watch: 'dead-letters',
  severity: 'warning',
  onUnknown: 'hold',
};
const hasTerminals = spawnSync('script', ['--version']).status === 0;

let line: CommandLine;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redrive-manual-'));
  await writeFile(
    join(folder, 'redrive'),
    `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/lib/cli/redrive.mjs" "$@"\n`,
  );
  await chmod(join(folder, 'redrive'), 0o755);
});
afterEach(() => line.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param typed on the terminal @returns what it printed; it ends with an error where a command does */
async function run(
  { text }: Pick<Block, 'text'>,
  typed = '',
): Promise<{ readonly code: number; readonly out: string }> {
  const env = {
    ...{
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: line.home,
      NODE_ENV: 'test' as const,
      NO_COLOR: '1',
    },
    ...{ REDRIVE_SERVER: line.url, REDRIVE_TOKEN: line.api.tokens.get('admin') ?? '', XDG_CONFIG_HOME: line.home },
    ...{ OPS_SLACK_URL: 'https://hooks.slack.com/services/T000/B000/secret' },
  };
  await writeFile(join(folder, 'block.sh'), text.replaceAll('https://redrive.example', line.url));
  const child = spawn('script', ['-qec', 'sh -e block.sh', '/dev/null'], { cwd: folder, env });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stdin.end(typed);
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return { code, out };
}

const isOfServer = ({ text }: Block): boolean => /^redrive (?!complet|start\b|from-dashboard)[a-z]/.test(text);
const blocks = blocksOf('sh').filter((block) => isOfServer(block));
const blockOf = (file: string, start: string): Block => {
  const [found, ...others] = blocks.filter((block) => block.file === `docs/${file}` && block.text.startsWith(start));
  if (found === undefined || others.length > 0) throw new Error(`${file} has ${others.length} more "${start}"`);
  return found;
};
const RUN_HERE = [
  blockOf('integrate/command-line.md', 'redrive login'),
  blockOf('integrate/command-line.md', 'redrive alarms'),
  blockOf('tutorial/first-application.md', 'redrive dlq'),
  blockOf('operate/configuration-in-git.md', 'redrive export'),
  blockOf('operate/configuration-in-git.md', 'redrive apply'),
] as const;
const [LOGIN, FROM_ALARM, TUTORIAL, IN_GIT, WITH_SOURCE] = RUN_HERE;

test('each block of commands of a server is run here', async () => {
  line = await openCommandLine();
  expect(blocks.map(placeOf).toSorted()).toEqual(RUN_HERE.map(placeOf).toSorted());
});

describe.skipIf(!hasTerminals)('dead letters of orders-billing', () => {
  /** A group without retries fails them. */
  async function openWithDeadLetters(): Promise<void> {
    line = await openCommandLine();
    const { ctx } = line.api.broker;
    await createTopic(ctx, { name: ORDERS.topic, messageType: 'NORMAL', actor });
    await createGroup(ctx, { name: ORDERS.group, maxRetries: 0, actor });
    await receiveNow(ctx, ORDERS);
    await send(ctx, { topic: ORDERS.topic, messages: [testMessage(), testMessage()] });
    for (const message of await receiveNow(ctx, ORDERS))
      await fail(ctx, { ...ORDERS, ...message, clientId: 'client-1' });
  }

  /** The fixed program and the worker of re-drives, while a block runs. */
  async function consuming<Result>(work: Promise<Result>): Promise<Result> {
    const { ctx } = line.api.broker;
    let isOver = false;
    void work.finally(() => (isOver = true)).catch(() => undefined);
    while (!isOver) {
      await stepRedrives(ctx);
      const entries = await receiveNow(ctx, ORDERS);
      if (entries.length > 0) await ack(ctx, { ...ORDERS, entries });
      await wait(100);
    }
    return await work;
  }

  test('the profile of a login is used from then on', { timeout: 60_000 }, async () => {
    await openWithDeadLetters();
    const { code, out } = await run(LOGIN);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Stored in') as string });
    expect(out).toContain(ORDERS.group);
  });

  test('from an alarm to a verified re-drive', { timeout: 120_000 }, async () => {
    await openWithDeadLetters();
    const { ctx } = line.api.broker;
    await createAlarmRule(ctx, { ...PRESENT, subject: ORDERS.group }, { actor, reason: 'test' });
    await flushHistory(ctx);
    await sampleHistory(ctx);
    await evaluateAlarms(ctx);
    const { items } = JSON.parse((await line.redrive(['alarms', 'list', '--json'])).out) as { items: { id: string }[] };
    expect(items).toHaveLength(1);
    const text = FROM_ALARM.text.replaceAll('--incident 12', `--incident ${items[0]?.id}`);
    const { code, out } = await consuming(run({ text }));
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/matched: +2\r?\n/) as string });
    expect(out).toContain('Verified: 2 of 2 messages were consumed.');
  });

  test('the end of the tutorial', { timeout: 120_000 }, async () => {
    await openWithDeadLetters();
    const { code, out } = await consuming(run(TUTORIAL));
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Verified: 2 of 2') as string });
  });
});

describe.skipIf(!hasTerminals)('configuration in git', () => {
  const file = blocksOf('yaml').find((block) => block.file === 'docs/operate/configuration-in-git.md')?.text ?? '';

  test('the file of the page is applied, and what is exported then has it', { timeout: 120_000 }, async () => {
    line = await openCommandLine();
    await writeFile(join(folder, 'redrive.yaml'), file);
    const applied = await run(WITH_SOURCE, 'apply\n');
    expect(applied).toEqual({ code: 0, out: expect.stringMatching(/\d changes made\./) as string });
    const { code, out } = await run(IN_GIT, 'apply\n');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('The server is as the file says.') as string,
    });
  });
});
