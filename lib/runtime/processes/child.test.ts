import { spawn } from 'node:child_process';

import { afterEach, expect, test } from 'vitest';

import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../../model/language/speech';
import { type Reason, tell } from '../../model/language/t';
import { Child } from './child';
import type { ProcessState } from './messages';
import { troublesOf } from './node-state';

const children: Child[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop(1000)));
});

/** A real process that sends these messages, and then lives on. */
function begin(...says: readonly object[]) {
  const script = `for (const message of ${JSON.stringify(says)}) process.send(message);
    if (${JSON.stringify(says)}.some(({ kind }) => kind === 'failed')) process.disconnect();
    else process.on('message', ({ kind }) => kind === 'stop' && process.exit(0));`;
  const logged: string[] = [];
  const log = (fields: unknown, text?: string): void => void logged.push(text ?? String(fields));
  let [runs, hellos] = [0, 0];
  const child = new Child({
    name: 'console',
    log: { debug: log, info: log, warn: log, error: log },
    spawn: () => {
      runs += 1;
      return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    },
    onHello: () => void (hellos += 1),
    ...{ onReady: () => undefined, onEnd: () => undefined, onChange: () => undefined },
    onAsk: () => Promise.resolve([]),
  });
  children.push(child);
  child.start();
  const state = (): ProcessState['state'] => child.state().state;
  return { child, state, logged, runs: () => runs, hellos: () => hellos };
}

const MINUTES = 60_000;

test('a process that starts on a slow machine is not ended for its silence; one that is ready is', async () => {
  const starting = begin({ kind: 'beat' });
  const ready = begin({ kind: 'beat' }, { kind: 'ready', says: [] });
  await expect.poll(ready.state).toBe('ready');
  // Its silence is counted from its first message on.
  await expect.poll(starting.hellos).toBe(1);
  expect(starting.state()).toBe('starting');
  const nowMs = performance.now();
  for (const { child } of [starting, ready]) child.look(nowMs + 16_000);
  await expect.poll(ready.runs).toBe(2);
  expect(starting.runs()).toBe(1);
  expect(starting.child.refusal).toBeNull();
  // Not for ever: one that hangs in its start is ended too.
  starting.child.look(nowMs + 6 * MINUTES);
  expect(starting.child.refusal).toBe('did not answer for 300 s while it started, and was ended');
});

test('a process that refuses its first start is not started again, and no line says that it is', async () => {
  const refused = begin({ kind: 'beat' }, { kind: 'failed', sentence: 'The password is weak.' });
  await expect.poll(refused.state).toBe('down');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(refused.child.refusal).toBe('The password is weak.');
  expect(refused.runs()).toBe(1);
  expect(refused.logged).toEqual([]);
});

test('what went wrong with a process reaches the others as a message, for readers of each language', async () => {
  const { child, state } = begin({ kind: 'beat' }, { kind: 'ready', says: [] });
  await expect.poll(state).toBe('ready');
  child.look(performance.now() + 16_000);
  // As the supervisor sends it.
  const trouble = (): Reason =>
    troublesOf(structuredClone({ postgres: null, brokers: [], console: child.state() })).at(-1) ?? '';
  await expect.poll(() => tell(trouble())).toMatch(/^console did not answer for 15 s and was ended \d+ s ago, and /);
  const inChinese = inSpeech(speechIn('zh-CN'), () => tell(trouble()));
  expect(inChinese).toMatch(/^console 15 秒无响应，已被终止（\d+ 秒前），/);
});
