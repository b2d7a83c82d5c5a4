import { createLog } from '../observability/log';
import { readConfig } from './config';
import { openDatabase } from './database';
import { reportProgress } from './progress';
import { describeFailure, StartError } from './start-error';

/** `npm run migrate`: what every start does first, alone, for nodes that have no right to. */
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config, createLog(config.logLevel), reportProgress);
  await database.release();
  if (database.urls.owner === null) throw new StartError('Set DATABASE_URL to the URL of the owner of the database.');
  process.stdout.write('The database is migrated.\n');
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
