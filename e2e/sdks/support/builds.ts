import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { withLock } from '../../../lib/cli/tree-lock.mjs';

const run = promisify(execFile);
const e2e = fileURLToPath(new URL('../../', import.meta.url));
const BUILD_LIMIT_MS = 900_000;
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;
/** Where tools keep what they fetched and compiled. HOME may be a folder for the logs of the SDK for Node.js. */
export const TOOLS_HOME = userInfo().homedir;

/** Either what runs a host, to be followed by the endpoint, or why there is nothing to run. */
export type SdkBuild = { readonly command: readonly string[] } | { readonly missing: string };

interface Recipe {
  /** Each must answer, or the SDK is skipped. */
  readonly tools: readonly (readonly [string, string])[];
  readonly sources: readonly string[];
  readonly steps: (target: string) => readonly (readonly string[])[];
  readonly command: (target: string) => readonly string[];
}

const RECIPES = {
  go: {
    tools: [['go', 'version']],
    sources: ['go.mod', 'go.sum', 'main.go', 'host.go', 'overlay.json', '../../docs/snippets/go/reportfailures.go'],
    steps: (target) => [['go', 'build', '-buildvcs=false', '-overlay=overlay.json', '-o', join(target, 'host'), '.']],
    command: (target) => [join(target, 'host')],
  },
  python: {
    tools: [['python3', '--version']],
    sources: ['requirements.txt'],
    steps: (target) => [
      ['python3', '-m', 'venv', join(target, 'venv')],
      [join(target, 'venv', 'bin', 'pip'), 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    command: (target) => [join(target, 'venv', 'bin', 'python'), join(e2e, 'python', 'host.py')],
  },
  rust: {
    tools: [['cargo', '--version']],
    sources: ['Cargo.toml', join('src', 'main.rs'), join('src', 'commands.rs')],
    steps: (target) => [['cargo', 'build', '--quiet', '--target-dir', target]],
    command: (target) => [join(target, 'debug', 'host')],
  },
} satisfies Record<string, Recipe>;

export type SdkName = keyof typeof RECIPES;
export const SDK_NAMES = Object.keys(RECIPES) as readonly SdkName[];

/** Builds the host of an SDK once per change of its sources, in `target` of its folder. */
export async function buildSdk(name: SdkName): Promise<SdkBuild> {
  const { tools, sources, steps, command }: Recipe = RECIPES[name];
  const folder = join(e2e, name);
  const target = join(folder, 'target');
  const keyFile = join(target, 'built-from.txt');
  for (const [tool, question] of tools)
    if (!(await answers(tool, question))) return { missing: `there is no ${tool} here` };
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(folder, source)));
  const key = hash.digest('hex');
  mkdirSync(target, { recursive: true });
  return withLock(join(target, 'building.lock'), async () => {
    if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return { command: command(target) };
    for (const step of steps(target)) {
      const failure = await failureOf(step, folder);
      // Only a registry that cannot be reached may excuse: sources that do not compile are a failure.
      if (failure !== null && isUnreachable(failure)) return { missing: 'its packages cannot be fetched' };
      if (failure !== null) throw new Error(`${step.join(' ')} in e2e/${name} failed:\n${failure}`);
    }
    writeFileSync(keyFile, key);
    return { command: command(target) };
  });
}

async function answers(tool: string, question: string): Promise<boolean> {
  return run(tool, [question]).then(
    () => true,
    () => false,
  );
}

/** Null when it went well, else what it said. */
async function failureOf([command = '', ...args]: readonly string[], cwd: string): Promise<string | null> {
  const env = { ...process.env, HOME: TOOLS_HOME };
  return run(command, args, { cwd, env, timeout: BUILD_LIMIT_MS, maxBuffer: OUTPUT_LIMIT_BYTES }).then(
    () => null,
    (error: { stdout?: string; stderr?: string; killed?: boolean }) =>
      `${error.killed === true ? 'connection timed out\n' : ''}${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
}

function isUnreachable(output: string): boolean {
  return /timed out|connection refused|network is unreachable|no route to host|could not resolve|no such host|temporary failure in name|failed to establish a new connection/i.test(
    output,
  );
}
