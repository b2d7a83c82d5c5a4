import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '../../runtime/postgres/start';
import { copyTree } from './copy-tree';
import { editsOf, type Fault, placeOf } from './fault';
import { FAULTS } from './planted';
import { type Outcome, runTests } from './run-tests';

/** npm run test:faults [-- part of a name or path ...] [--unchecked: without the run before the first fault] */
const wanted = process.argv.slice(2).filter((word) => word !== '--unchecked');
const isChecked = !process.argv.includes('--unchecked');
const faults = FAULTS.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
if (faults.length === 0) throw new Error(`No planted fault has ${wanted.join(' or ')} in its name or path.`);

const tests = [...new Set(faults.flatMap((fault) => fault.tests))];
const data = mkdtempSync(join(tmpdir(), 'redrive-faults-data-'));
const server = tests.some(needsDatabase)
  ? await startEmbeddedPostgres({ dataDirectory: data, throwAway: true })
  : undefined;
const databaseUrl = server?.url ?? '';
const copy = copyTree(process.cwd());
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
try {
  process.exitCode = await plantAll();
} finally {
  copy.remove();
  await server?.release();
  rmSync(data, { recursive: true, force: true });
}

function needsDatabase(path: string): boolean {
  const files = statSync(path).isFile() ? [path] : readdirSync(path, { recursive: true, encoding: 'utf8' });
  return path.startsWith('e2e/') || files.some((file) => file.endsWith('.db.test.ts'));
}

async function plantAll(): Promise<number> {
  const sound = isChecked ? await runSound() : { kind: 'green' as const, tests: 0 };
  if (sound.kind !== 'green') {
    process.stderr.write(`Without a fault the tests are not green. ${textOf(sound)}\n`);
    return 1;
  }
  process.stdout.write(
    `${sound.tests} tests are green without a fault; ${faults.length} faults are planted one by one.\n\n`,
  );
  let isGood = true;
  let caught = 0;
  for (const fault of faults) {
    if (stop.signal.aborted) return 1;
    const outcome = await plant(fault);
    const isCaught = outcome.kind === 'red';
    if (isCaught) caught += 1;
    isGood &&= fault.survives === undefined ? isCaught : outcome.kind === 'green';
    process.stdout.write(`${rowOf(fault, outcome)}\n`);
  }
  process.stdout.write(`\n${caught} of ${faults.length} caught (${Math.floor((caught / faults.length) * 100)} %).\n`);
  return isGood ? 0 : 1;
}

/** The tests of all faults without one: tests of which some are enough apart from tests that run whole. */
async function runSound(): Promise<Outcome> {
  let count = 0;
  for (const part of [
    faults.filter(({ only }) => only === undefined),
    faults.filter(({ only }) => only !== undefined),
  ]) {
    if (part.length === 0) continue;
    const outcome = await runTests({ ...inputOf(part), bail: false });
    if (outcome.kind !== 'green') return outcome;
    count += outcome.tests;
  }
  return { kind: 'green', tests: count };
}

function inputOf(some: readonly Fault[]): Omit<Parameters<typeof runTests>[0], 'bail'> {
  return {
    tree: copy.path,
    tests: [...new Set(some.flatMap((fault) => fault.tests))],
    only: [...new Set(some.flatMap(({ only }) => only ?? []))],
    databaseUrl,
    signal: stop.signal,
  };
}

async function plant(fault: Fault): Promise<Outcome> {
  const undo = editsOf(fault).map(({ file, find, replace }) => {
    const path = join(copy.path, file);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      sound.replace(placeOf({ find }), () => replace),
    );
    return () => writeFileSync(path, sound);
  });
  try {
    return await runTests({ ...inputOf([fault]), bail: true });
  } finally {
    for (const each of undo) each();
  }
}

function rowOf({ name, file, survives }: Fault, outcome: Outcome): string {
  const known = survives === undefined ? '' : `; known: ${survives}`;
  const word = { red: 'caught  ', green: 'SURVIVED', broken: 'BROKEN  ' }[outcome.kind];
  return `${word} | ${name} | ${file} | ${textOf(outcome)}${known}`;
}

function textOf(outcome: Outcome): string {
  if (outcome.kind === 'green') return `all ${outcome.tests} tests pass`;
  const message = outcome.message.split('\n')[0]?.slice(0, 200) ?? '';
  return outcome.kind === 'red' ? `${outcome.by} (${message})` : outcome.message;
}
