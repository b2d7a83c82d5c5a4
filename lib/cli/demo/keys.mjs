// Plays the keys of a practice incident: those of the terminal, and those of --script at their times.
import { setTimeout as sleep } from 'node:timers/promises';

import { refusal } from '../options.mjs';

const UNITS = { s: 1000, m: 60_000 };
const SAME_SIGNAL_MS = 1000;
const QUIT = 'q';
const CTRL_C = '\u0003';

/**
 * "60s f 30s q": waits of seconds and minutes, and keys.
 * @returns {(number | string)[]} milliseconds and keys
 */
export function readScript(text, keys) {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const [, count, unit] = /^(\d+)([sm])$/.exec(part) ?? [];
      if (count !== undefined) return Number(count) * UNITS[unit];
      if (part === QUIT || keys.includes(part)) return part;
      throw refusal(
        `--script has "${part}": it takes waits such as 30s or 2m, and the keys ${[...keys, QUIT].join(', ')}, for ` +
          'example "60s f 30s q".',
      );
    });
}

/**
 * Resolves when someone quits, or a signal comes.
 * @param {Record<string, () => Promise<void> | void>} keys what each does
 * @param {(number | string)[]} script
 */
export function playKeys(keys, script, ended) {
  const over = new AbortController();
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    const quit = () => (over.abort(), resolve());
    let signalMs = null;
    const onSignal = (signal) => {
      signalMs ??= performance.now();
      // The second one of a person who is in a hurry: not what npm passes on, and not the end of npm.
      if (signal !== 'SIGHUP' && performance.now() - signalMs > SAME_SIGNAL_MS) process.exit(1);
      quit();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
    void ended?.then(quit);
    let busy = false;
    const press = async (key) => {
      if (key === QUIT || key === CTRL_C) return quit();
      if (busy || keys[key] === undefined) return;
      busy = true;
      await keys[key]().finally(() => (busy = false));
    };
    playScript(script, press, over.signal).catch(reject);
    if (!stdin.isTTY) return;
    stdin.setRawMode(true).resume();
    stdin.on('data', (data) => {
      press(data.toString()).catch(reject);
    });
  }).finally(() => {
    if (stdin.isTTY) stdin.setRawMode(false).pause();
  });
}

async function playScript(script, press, signal) {
  for (const step of script) {
    if (signal.aborted) return;
    if (typeof step === 'string') await press(step);
    else await sleep(step, undefined, { signal }).catch(() => undefined);
  }
}

/** Each line once: a run that has come to rest must not fill a log. */
export function createDisplay(lineOf) {
  let shown = null;
  return () => {
    const line = lineOf();
    if (line === null || line === shown) return;
    shown = line;
    process.stdout.write(process.stdout.isTTY ? inPlace(line) : `${line}\n`);
  };
}

/** Over the line before. A line that the terminal would wrap cannot be written over: it is cut. */
function inPlace(line) {
  return `\r${line.slice(0, (process.stdout.columns ?? 80) - 1)}\u001b[K`;
}
