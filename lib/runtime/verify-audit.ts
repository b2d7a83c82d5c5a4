import { verifyAudit } from '../broker';
import { type AuditPoint, parsePoint } from '../model/audit/audit-chain';
import { english } from '../model/language/t';
import { openPool } from '../store/pool';
import { CONSOLE_SESSION } from '../store/session-settings';
import { readConfig } from './config';
import { givenUrls } from './database';
import { startEmbeddedPostgres } from './postgres/start';
import { describeFailure, StartError } from './start-error';

/**
 * `npm run audit:verify [-- --anchor <position>:<hash>]`: reads every row of the audit log and computes its link here.
 * Ends with 1 when a row does not fit.
 */
try {
  process.exitCode = (await verify(readPoints(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 2;
}

async function verify(known: readonly AuditPoint[]): Promise<boolean> {
  const config = readConfig(process.env);
  const given = givenUrls(config);
  const embedded = given === null ? await startEmbeddedPostgres({ dataDirectory: config.dataDirectory }) : null;
  const databaseUrl = embedded?.urls.console ?? given?.console ?? given?.broker ?? '';
  const pool = openPool({ databaseUrl, applicationName: 'redrive-audit', settings: CONSOLE_SESSION, max: 1 });
  try {
    const { chain, since, head, broken } = await verifyAudit(pool, known);
    const rows = `${head.position} ${head.position === 1 ? 'row fits' : 'rows fit'}`;
    process.stdout.write(`Audit chain ${chain}, linked since ${since.toISOString()}: ${rows}.\n`);
    process.stdout.write(`Anchor: ${head.position}:${head.hash}\n`);
    if (broken !== null) process.stdout.write(`Row ${broken.auditId} does not fit: ${english(broken.why)}.\n`);
    return broken === null;
  } finally {
    await pool.end();
    await embedded?.release();
  }
}

function readPoints(args: readonly string[]): AuditPoint[] {
  return args.flatMap((arg, index) => {
    if (arg === '--anchor') return [];
    const point = args[index - 1] === '--anchor' ? parsePoint(arg) : null;
    if (point === null)
      throw new StartError(`--anchor takes <position>:<hash>, as an anchor has them; this is ${arg}.`);
    return [point];
  });
}
