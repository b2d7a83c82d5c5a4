import { afterRestore } from '../broker';
import { createStore } from '../store/client';
import { createLog } from '../observability/log';
import { readConfig } from './config';
import { openDatabase } from './database';
import { reportProgress } from './progress';
import { describeFailure, StartError } from './start-error';

/** `npm run after-restore`: once, after a backup was restored and before anything is started on it. */
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config, createLog(config.logLevel), reportProgress);
  try {
    const { owner } = database.urls;
    if (owner === null) throw new StartError('Set DATABASE_URL to the URL of the owner of the database.');
    const store = createStore({ databaseUrl: owner, brokerPoolMax: 1, consolePoolMax: 1 });
    const counts = afterRestore(store);
    await counts.catch(() => undefined);
    await store.close();
    const { redrivesPaused, redirectsPaused, sessionsEnded } = await counts;
    process.stdout.write(
      'Receipt handles of before are refused from now on. ' +
        `Re-drives paused: ${redrivesPaused}. Redirects paused: ${redirectsPaused}. ` +
        `Sessions ended: ${sessionsEnded}.\n`,
    );
  } finally {
    await database.release();
  }
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
