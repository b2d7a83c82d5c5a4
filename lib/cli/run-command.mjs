// Runs a child process quietly; what it printed is shown only when it fails.
import { spawn } from 'node:child_process';

import { projectRoot } from './project-root.mjs';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export class CommandError extends Error {
  constructor(message, output) {
    super(message);
    this.name = 'CommandError';
    this.output = output;
  }
}

/**
 * @param {{ env?: Record<string, string>, stdio?: 'quiet' | 'inherit', onOutput?: (text: string) => void }} [options]
 */
export function runCommand(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const inherit = options.stdio === 'inherit';
    const child = spawn(file, args, {
      cwd: projectRoot,
      env: { ...process.env, ...options.env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const forward = (signal) => child.kill(signal);
    for (const signal of STOP_SIGNALS) process.once(signal, forward);
    let output = '';
    const collect = (chunk) => {
      output += chunk.toString();
      options.onOutput?.(output);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) =>
      finish(() => reject(new CommandError(`${file} cannot be run: ${error.message}`, output))),
    );
    child.once('close', (code, signal) => {
      finish(() => {
        if (code === 0) resolve(output);
        else
          reject(new CommandError(`${[file, ...args].join(' ')} ended with ${signal ?? `exit code ${code}`}`, output));
      });
    });
    function finish(settle) {
      for (const signal of STOP_SIGNALS) process.off(signal, forward);
      settle();
    }
  });
}

export function runNode(args, options) {
  return runCommand(process.execPath, args, options);
}
