import { setTimeout as sleep } from 'node:timers/promises';

import { isPostmasterAlive, readPostmaster } from './postmaster';

const FAST_LIMIT_MS = 6000;
const IMMEDIATE_LIMIT_MS = 2000;

/** Fast shutdown (open transactions roll back, a checkpoint is written); immediate when that hangs. */
export async function stopServer(dataDirectory: string): Promise<void> {
  const running = readPostmaster(dataDirectory);
  if (running === undefined || !isPostmasterAlive(dataDirectory, running.pid)) return;
  if (await signalAndWait(dataDirectory, running.pid, 'SIGINT', FAST_LIMIT_MS)) return;
  // Nothing committed is lost: the next start replays the write-ahead log.
  await signalAndWait(dataDirectory, running.pid, 'SIGQUIT', IMMEDIATE_LIMIT_MS);
}

async function signalAndWait(
  dataDirectory: string,
  pid: number,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
    if (!isPostmasterAlive(dataDirectory, pid)) return true;
    await sleep(20);
  }
  return false;
}
