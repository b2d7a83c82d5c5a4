import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface LaunchedProcess {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves when the output holds `text`; rejects when the process ends before. */
  waitFor(text: string): Promise<void>;
  waitForExit(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Runs a Redrive command as users do, with nothing but the given settings. */
export function launch(
  script: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  directory = process.cwd(),
): LaunchedProcess {
  return launchProgram([process.execPath, script, ...args], settings, directory);
}

/** The same with any program: `npm`, or what stands between it and Redrive. */
export function launchProgram(
  [file = '', ...args]: readonly string[],
  settings: Readonly<Record<string, string>>,
  directory = process.cwd(),
): LaunchedProcess {
  const child = spawn(file, args, {
    cwd: directory,
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const arrivals = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const look of arrivals) look();
    });
  }
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    child,
    output: () => output,
    waitForExit: async () => {
      const [code, signal] = await exited;
      return { code, signal };
    },
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          arrivals.delete(look);
          resolve();
        };
        arrivals.add(look);
        look();
        void exited.then(([code]) => reject(new Error(`ended with ${String(code)} before "${text}": ${output}`)));
      }),
  };
}
