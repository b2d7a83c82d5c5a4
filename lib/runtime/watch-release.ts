import { setTimeout as sleep } from 'node:timers/promises';

import { compareLines, VERSION } from '../model/version';
import { describeDowngrade, newestInstalled } from '../store/check-release';
import type { Queryable } from '../store/queryable';

const LOOK_EVERY_MS = 1000;

/**
 * Checks whether a newer release line has migrated the database while this program runs: this program must not write to
 * the new schema. @returns stops the checks
 */
export function watchRelease(db: Queryable, onOutdated: (reason: string) => void): () => Promise<void> {
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      // A database that does not answer says nothing about releases; the health of the node reports it.
      const newest = await newestInstalled(db).catch(() => null);
      if (newest !== null && compareLines(newest, VERSION) > 0) {
        onOutdated(describeDowngrade(VERSION, newest));
        return;
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };
  const looking = look();
  return async () => {
    stop.abort();
    await looking;
  };
}
