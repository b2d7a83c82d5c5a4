import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

export type Outcome =
  | { readonly kind: 'green'; readonly tests: number }
  | { readonly kind: 'red'; readonly by: string; readonly message: string }
  /** No test ran: the fault does not compile, or the database could not be made. */
  | { readonly kind: 'broken'; readonly message: string };

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface RunTestsInput {
  readonly tree: string;
  readonly tests: readonly string[];
  /** Words of titles, of which a test has one; none: all tests. */
  readonly only: readonly string[];
  readonly databaseUrl: string;
  readonly bail: boolean;
  readonly signal: AbortSignal;
}

/** A fault may make a program wait for ever. */
const LIMIT_MS = 300_000;

/**
 * Runs the tests with what stands in the tree now. Each run makes its database template anew, with the tree's SQL
 * functions.
 */
export async function runTests({ tree, tests, only, databaseUrl, bail, signal }: RunTestsInput): Promise<Outcome> {
  const report = join(tree, 'test-results', 'faults.json');
  rmSync(report, { force: true });
  const vitest = join(tree, 'node_modules', 'vitest', 'vitest.mjs');
  // Without a fault, a test that fails once on a busy machine does not stop the whole.
  const flags = ['--reporter=json', `--outputFile=${report}`, bail ? '--bail=1' : '--retry=2'];
  const chosen = only.length === 0 ? [] : ['-t', only.map(escaped).join('|')];
  const { output, isLate, code } = await run([vitest, 'run', ...flags, ...chosen, ...tests], tree, databaseUrl, signal);
  if (isLate) return { kind: 'red', by: `no end after ${LIMIT_MS / 1000} s`, message: '' };
  if (!existsSync(report)) return { kind: 'broken', message: output.slice(-1500) };
  const outcome = outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as Report, tree, output);
  // What is thrown where no test waits for it is in no row of the report.
  if (outcome.kind === 'green' && code !== 0)
    return { kind: 'red', by: 'an error outside of the tests', message: output };
  return outcome;
}

function escaped(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function outcomeOf({ testResults, numPassedTests }: Report, tree: string, output: string): Outcome {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(tree, name);
    const failed = assertionResults.find((each) => each.status === 'failed');
    if (failed !== undefined)
      return { kind: 'red', by: `${file}: ${failed.fullName}`, message: failed.failureMessages?.[0] ?? '' };
    const isEmpty = assertionResults.length === 0;
    if (status === 'failed' && isEmpty && /Transform failed|SyntaxError|PARSE_ERROR/.test(message ?? ''))
      return { kind: 'broken', message: message ?? '' };
    if (status === 'failed') return { kind: 'red', by: `${file}: the file failed`, message: message ?? '' };
  }
  return numPassedTests === 0
    ? { kind: 'broken', message: output.slice(-1500) }
    : { kind: 'green', tests: numPassedTests };
}

async function run(
  args: readonly string[],
  cwd: string,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<{ readonly output: string; readonly isLate: boolean; readonly code: number | null }> {
  const env = { ...process.env, REDRIVE_TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let output = '';
  const keep = (chunk: Buffer): void => void (output = `${output}${chunk.toString()}`.slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, LIMIT_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  return { output, isLate, code };
}
