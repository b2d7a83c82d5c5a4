import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program of an earlier release, as the history of this repository has it, with the packages of this one. */
export interface ReleasedProgram {
  readonly directory: string;
  /** Starts a node without a console; to be given to `launch`. */
  readonly startScript: string;
  /** Makes a topic and a group on its database: to be given to `launch`, with their names as JSON, and `ordered`. */
  readonly makeScript: string;
  remove(): void;
}

/** As its `npm run broker`, with the packages of this tree: before 0.3.0 in one process, since then in several. */
const START = `
import { existsSync } from 'node:fs';
import { fail } from './fail.mjs';
const { ensureGenerated } = await import('./generate.mjs');
await ensureGenerated();
try {
  if (existsSync(new URL('../runtime/headless.ts', import.meta.url))) {
    const { tsImport } = await import('tsx/esm/api');
    const { runHeadless } = await tsImport('../runtime/headless.ts', import.meta.url);
    await runHeadless();
  } else {
    const { superviseNode } = await import('./supervise-node.mjs');
    await superviseNode({ console: false });
  }
} catch (error) {
  fail(error);
}
`;
const MAKE = `
const { ensureGenerated } = await import('./generate.mjs');
await ensureGenerated();
const { tsImport } = await import('tsx/esm/api');
const { createBrokerContext, createGroup, createTopic } = await tsImport('../broker/index.ts', import.meta.url);
const { createStore } = await tsImport('../store/client.ts', import.meta.url);
const none = () => undefined;
const store = createStore({ databaseUrl: process.env.DATABASE_URL, brokerPoolMax: 1, consolePoolMax: 2 });
const log = { debug: none, info: none, warn: none, error: none };
const ctx = await createBrokerContext({ store, log, metrics: { count: none, observe: none } });
const actor = { kind: 'system', name: 'test' };
const { topic, group, ordered } = JSON.parse(process.argv[2]);
await createTopic(ctx, { name: topic, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 4, actor });
const retryPolicy = { type: 'fixed', intervalMs: 1000 };
await createGroup(ctx, { name: group, deliveryOrder: ordered ? 'ordered' : 'concurrent', retryPolicy, actor });
await store.close();
process.stdout.write('made\\n');
process.exit(0);
`;

/** @returns the commit of a release; null when the history does not go back so far, or there is no git */
export function commitOfRelease(version: string): string | null {
  try {
    const args = ['log', '--diff-filter=A', '--format=%H', '-1', '--', `prisma/releases/${version}.sql`];
    const commit = execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    if (commit !== '') return commit;
  } catch {
    // No git here.
  }
  process.stdout.write(`SKIPPED: two nodes of either version, as the history has no release ${version}.\n`);
  return null;
}

export function takeReleasedProgram(version: string, commit: string): ReleasedProgram {
  mkdirSync('test-results', { recursive: true });
  const directory = mkdtempSync(join(process.cwd(), 'test-results', `release-${version}-`));
  const tar = execFileSync(
    'git',
    ['archive', commit, 'lib', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'],
    {
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  execFileSync('tar', ['x', '-C', directory], { input: tar });
  symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'));
  const script = (name: string, text: string): string => {
    const file = join(directory, 'lib', 'cli', name);
    writeFileSync(file, text);
    return file;
  };
  return {
    directory,
    startScript: script('start-for-test.mjs', START),
    makeScript: script('make-for-test.mjs', MAKE),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
