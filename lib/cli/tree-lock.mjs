// Two starts from one clone must not install or build at the same time: the second waits.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { projectRoot } from './project-root.mjs';
import { t } from './remote/speech.mjs';

/** A start that only finds everything prepared is not worth a word. */
const PATIENCE_MS = 3000;

export function withTreeLock(work) {
  return withLock(join(projectRoot, '.redrive-prepare.lock'), work, () =>
    process.stdout.write(`${t('Waiting for another start in this directory to finish its preparation')} ...\n`),
  );
}

/** Of all processes that name this file, one works at a time. `announce` is called once by one that waits for long. */
export async function withLock(lockFile, work, announce = () => {}) {
  const startedAt = performance.now();
  let announced = false;
  while (!tryLock(lockFile)) {
    await sleep(100);
    if (announced || performance.now() - startedAt < PATIENCE_MS) continue;
    announce();
    announced = true;
  }
  const unlock = () => rmSync(lockFile, { force: true });
  process.once('exit', unlock);
  try {
    return await work();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

function tryLock(lockFile) {
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfAbandoned(lockFile);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeIfAbandoned(lockFile) {
  const aside = `${lockFile}.${process.pid}.aside`;
  try {
    if (isAlive(Number(readFileSync(lockFile, 'utf8')))) return;
    renameSync(lockFile, aside);
    // Another process may have taken the lock between the check and the rename: give it back.
    if (isAlive(Number(readFileSync(aside, 'utf8')))) linkSync(aside, lockFile);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
