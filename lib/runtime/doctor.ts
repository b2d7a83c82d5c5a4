import { VERSION } from '../model/version';
import { checkClient } from './check-client';
import { checksOf, type StartCheck } from './check-start';
import { type Config, readConfig } from './config';
import { givenUrls } from './database';
import { findPostgresBinaries } from './postgres/binaries';
import { describeFailure, StartError } from './start-error';

/** Beyond this, times that people read and times that the database decides by differ visibly. */
const CLOCK_LIMIT_MS = 5_000;
const CONNECT_LIMIT_MS = 5_000;

const ATTACH_ONLY = 'It is false: no RocketMQ clients are served here, and the console is for attached clusters only.';

/**
 * `redrive doctor`: all that a start checks first, each by itself, with what to do. It starts nothing. Ends with 1
 * when a start would be refused.
 */
process.stdout.write(`Redrive ${VERSION}, Node.js ${process.versions.node}, ${process.platform}-${process.arch}\n`);
let failed = 0;
for (const check of allChecks()) if (!(await report(check))) failed += 1;
process.stdout.write(
  failed === 0 ? 'Redrive can start here.\n' : `${failed} of these must be mended before a start.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** Settings that cannot be read leave nothing to check. */
function* allChecks(): Generator<StartCheck> {
  let config = null as Config | null;
  const read = () => {
    config = readConfig(process.env);
    return '';
  };
  yield { name: 'Settings', run: async () => await Promise.resolve(read()) };
  if (config !== null) yield* [...checksOf(config, 'console', { isPatient: false }), ...ownChecks(config)];
}

/** @returns whether a start would pass it */
async function report({ name, run }: StartCheck): Promise<boolean> {
  const { word, says } = await run().then(
    (note) => ({ word: note === '' ? 'ok' : 'note', says: note }),
    (error: unknown) => ({ word: 'FAIL', says: describeFailure(error) }),
  );
  process.stdout.write(`${word.padEnd(5)} ${name.padEnd(29)} ${says}`.trimEnd() + '\n');
  return word !== 'FAIL';
}

function ownChecks(settings: Config): StartCheck[] {
  const url = givenUrls(settings)?.broker;
  const place: StartCheck =
    url === undefined
      ? { name: 'PostgreSQL of the package', run: async () => await Promise.resolve((findPostgresBinaries(), '')) }
      : { name: 'Clock', run: () => compareClocks(url) };
  const own = [place, { name: 'Password hash', run: findPasswordHash }];
  return settings.servesClients
    ? own
    : [...own, { name: 'REDRIVE_EMBEDDED_BROKER', run: () => Promise.resolve(ATTACH_ONLY) }];
}

/** It is compiled for each system, and an installation may have left it out. */
async function findPasswordHash(): Promise<string> {
  try {
    await import('@node-rs/argon2');
    return '';
  } catch (error) {
    throw new StartError(
      `The password hash for ${process.platform}-${process.arch} is not installed (@node-rs/argon2): ` +
        'install again without leaving out optional packages.',
      { cause: error },
    );
  }
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
