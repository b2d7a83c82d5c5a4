import { VERSION } from '../model/version';
import { checkClient } from './check-client';
import { checksOf, type StartCheck } from './check-start';
import { type Config, readConfig } from './config';
import { givenUrls } from './database';
import { findPostgresBinaries } from './postgres/binaries';
import { describeFailure } from './start-error';

/** Beyond this, times that people read and times that the database decides by differ visibly. */
const CLOCK_LIMIT_MS = 5_000;
const CONNECT_LIMIT_MS = 5_000;

/**
 * `redrive doctor`: all that a start checks first, each by itself, with what to do. It starts nothing. Ends with 1
 * when a start would be refused.
 */
process.stdout.write(`Redrive ${VERSION}, Node.js ${process.versions.node}, ${process.platform}-${process.arch}\n`);
let failed = 0;
const config = await report({ name: 'Settings', run: () => Promise.resolve('') }, () => readConfig(process.env));
if (config !== null)
  for (const check of [...checksOf(config, 'console', { isPatient: false }), ...ownChecks(config)])
    await report(check, () => null);
process.stdout.write(
  failed === 0 ? 'Redrive can start here.\n' : `${failed} of these must be mended before a start.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function report<T>({ name, run }: StartCheck, find: () => T): Promise<T | null> {
  try {
    const found = find();
    print('ok', name, await run());
    return found;
  } catch (error) {
    failed += 1;
    print('FAIL', name, describeFailure(error));
    return null;
  }
}

function print(result: 'ok' | 'FAIL', name: string, says: string): void {
  const word = result === 'ok' && says !== '' ? 'note' : result;
  process.stdout.write(`${word.padEnd(5)} ${name.padEnd(29)} ${says}`.trimEnd() + '\n');
}

function ownChecks(settings: Config): StartCheck[] {
  const url = givenUrls(settings)?.broker;
  return url === undefined
    ? [{ name: 'PostgreSQL of the package', run: () => Promise.resolve((findPostgresBinaries(), '')) }]
    : [{ name: 'Clock', run: () => compareClocks(url) }];
}

async function compareClocks(url: string): Promise<string> {
  const client = checkClient(url, { connectionTimeoutMillis: CONNECT_LIMIT_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const aheadMs = Number(rows[0]?.ms) - Date.now();
    if (Math.abs(aheadMs) <= CLOCK_LIMIT_MS) return '';
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return (
      `The clock of the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine: ` +
      'synchronise both, or times in the console look wrong.'
    );
  } finally {
    await client.end();
  }
}
