import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { withLock } from '../../../lib/cli/tree-lock.mjs';

const run = promisify(execFile);
const e2e = fileURLToPath(new URL('../../', import.meta.url));
const MAVEN_LIMIT_MS = 240_000;
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

/** For a JVM that lives for a minute: compiling well, and collecting on all cores, costs more than it saves. */
export const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Either what `java -cp` takes, or why there is nothing to run. */
export type JavaBuild = { readonly classpath: string } | { readonly missing: string };

/** Folders with the sources of a project, from its own. */
const SOURCES = {
  java: ['src', '../../docs/snippets/java'],
  'rocketmq/server': ['src'],
  'cluster/server': ['src'],
} as const;

/**
 * Compiles a Maven project of this folder once per change of its sources, offline when Maven has everything already.
 * With a version of the server, for that one, and beside what was compiled for others. `isPatient`: without a limit for
 * what Maven downloads.
 */
export async function buildJava(
  project: keyof typeof SOURCES,
  version?: string,
  { isPatient = false }: { readonly isPatient?: boolean } = {},
): Promise<JavaBuild> {
  const folder = join(e2e, project);
  const target = join(folder, 'target', version ?? '');
  const options = version === undefined ? [] : [`-Drocketmq.version=${version}`];
  const key = sourcesKey(folder, SOURCES[project]);
  const keyFile = join(target, 'built-from.txt');
  const classpath = (): JavaBuild => ({
    classpath: `${join(target, 'classes')}:${readFileSync(join(target, 'classpath.txt'), 'utf8').trim()}`,
  });
  if (!(await answers('java', '-version'))) return { missing: 'there is no Java here' };
  const isBuilt = () => existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key;
  if (isBuilt()) return classpath();
  if (!(await answers('mvn', '-version'))) return { missing: 'there is no Maven here' };
  if (!(await answers('javac', '-version'))) return { missing: 'there is no Java compiler here' };
  const limitMs = isPatient ? 0 : MAVEN_LIMIT_MS;
  mkdirSync(target, { recursive: true });
  return withLock(join(target, 'building.lock'), async () => {
    if (isBuilt()) return classpath();
    const offline = await maven(folder, ['-o', ...options], limitMs);
    const failure = offline === null ? null : await maven(folder, options, limitMs);
    // Only a registry that cannot be reached may excuse: sources that do not compile are a failure.
    if (failure !== null && isUnreachable(failure)) return { missing: 'Maven Central cannot be reached' };
    if (failure !== null) throw new Error(`mvn compile in e2e/${project} failed:\n${failure}`);
    writeFileSync(keyFile, key);
    return classpath();
  });
}

function sourcesKey(folder: string, roots: readonly string[]): string {
  const hash = createHash('sha256');
  const sources = roots
    .flatMap((root) =>
      readdirSync(join(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
    )
    .filter((path) => path.endsWith('.java'))
    .toSorted();
  for (const path of ['pom.xml', ...sources]) hash.update(path).update(readFileSync(join(folder, path)));
  return hash.digest('hex');
}

async function answers(command: string, argument: string): Promise<boolean> {
  return run(command, [argument]).then(
    () => true,
    () => false,
  );
}

/** Null when it went well, else what Maven said. The class path is written in the same phase. */
async function maven(folder: string, options: readonly string[], limitMs: number): Promise<string | null> {
  return run('mvn', ['-B', '-q', ...options, 'compile'], {
    cwd: folder,
    timeout: limitMs,
    env: { ...process.env, MAVEN_OPTS: [process.env['MAVEN_OPTS'] ?? '', ...SHORT_LIVED].join(' ') },
    maxBuffer: OUTPUT_LIMIT_BYTES,
  }).then(
    () => null,
    (error: { stdout?: string; stderr?: string; killed?: boolean }) =>
      `${error.killed === true ? 'connection timed out\n' : ''}${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
}

function isUnreachable(output: string): boolean {
  return /unknown host|timed out|connection refused|network is unreachable|could not transfer|no route to host|connect to/i.test(
    output,
  );
}
