import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '../runtime/postgres/layout';
import { BrokerError } from '../model/errors';
import { toReason } from '../model/language/retell';
import { type Reason, told } from '../model/language/t';
import type { PracticeScene } from './scenario';
import type { PracticeAccessKey, PracticeCommand, PracticeReport, PracticeTally } from './protocol';

export type PracticeState =
  | { readonly phase: 'stopped'; readonly lastFailure: Reason | null }
  /** `waitsFor`: what it has not done yet, as "the consumer of practice-billing". */
  | { readonly phase: 'starting'; readonly processId: number | null; readonly waitsFor: Reason }
  | { readonly phase: 'stopping'; readonly processId: number | null }
  | {
      readonly phase: 'running';
      readonly processId: number | null;
      readonly broken: boolean;
      readonly tally: PracticeTally;
    };

export interface PracticeConnection {
  /** host:port of the gateway. */
  readonly endpoints: string;
  readonly consoleUrl: string;
  /** The attached cluster that the failures are of; absent: this installation. */
  readonly workspace?: string | undefined;
  /** May report failures and nothing else. */
  readonly token: string;
  /** May send and consume in the practice incident and nothing else. */
  readonly accessKey: PracticeAccessKey;
  /** For the log file that the SDK insists on writing below the home directory. */
  readonly homeDirectory: string;
  readonly broken: boolean;
  /** Sending ends by itself after this time; the listeners go on. Null: it is sent until it is stopped. */
  readonly sendingLimitMs: number | null;
}

const STOP_LIMIT_MS = 5000;
const KEPT_OUTPUT = 2000;

/** Made when an installed package was packed; in a clone it runs from its source. */
function actors(): string[] {
  const packed = join(/* turbopackIgnore: true */ process.cwd(), 'programs', 'actors.mjs');
  return existsSync(packed) ? [packed] : ['--import', 'tsx', join('lib', 'practice', 'actors.ts')];
}

/** Why a run has stopped. */
export function failureOf(state: PracticeState): Reason {
  return (state.phase === 'stopped' ? state.lastFailure : null) ?? told('the practice clients ended');
}

/** One child process with the practice clients, and what it last said. */
export class PracticeRun {
  #child: ChildProcess | null = null;
  #state: PracticeState = { phase: 'stopped', lastFailure: null };
  #failure: string | null = null;
  #output = '';
  readonly #listeners = new Set<() => void>();

  get state(): PracticeState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when all clients are connected, however long the machine takes. @throws they cannot be, or have ended */
  async start({ homeDirectory, ...connection }: PracticeConnection): Promise<void> {
    if (this.#child !== null) throw new Error('the practice incident is already running');
    makeDirectories(homeDirectory);
    this.#failure = null;
    this.#output = '';
    const child = spawn(process.execPath, actors(), {
      cwd: process.cwd(),
      env: { ...process.env, HOME: homeDirectory, USERPROFILE: homeDirectory },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#set({ phase: 'starting', processId: child.pid ?? null, waitsFor: told('the practice clients to load') });
    const keep = (chunk: Buffer): void =>
      void (this.#output = `${this.#output}${chunk.toString()}`.slice(-KEPT_OUTPUT));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('message', (report: PracticeReport) => this.#hear(report));
    child.once('error', (error) => (this.#failure ??= error.message));
    // A server that stops does not wait for its practice: the clients go first, and their lock on the database with
    // them.
    const leave = (): void => void child.kill('SIGKILL');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, leave);
      this.#ended(child, code);
    });
    this.#tell({ type: 'start', ...connection });
    await this.#until('running', null);
  }

  fix(): void {
    this.#tell({ type: 'fix' });
  }

  break(): void {
    this.#tell({ type: 'break' });
  }

  play(scene: PracticeScene): void {
    this.#tell({ type: 'scene', scene });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#set({ phase: 'stopping', processId: child.pid ?? null });
    this.#tell({ type: 'stop' });
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#until('stopped', STOP_LIMIT_MS + 2000).finally(() => clearTimeout(killing));
  }

  #tell(command: PracticeCommand): void {
    if (this.#child?.connected === true) this.#child.send(command, () => undefined);
  }

  #hear(report: PracticeReport): void {
    if (report.type === 'failed') this.#failure = report.reason;
    else if (report.type === 'starting') {
      const waitsFor = toReason(report.waitsFor);
      if (this.#state.phase === 'starting') this.#set({ ...this.#state, waitsFor });
    } else if (this.#state.phase === 'starting' || this.#state.phase === 'running') {
      this.#set({ phase: 'running', processId: this.#child?.pid ?? null, broken: report.broken, tally: report.tally });
    }
  }

  #ended(child: ChildProcess, code: number | null): void {
    if (this.#child !== child) return;
    this.#child = null;
    const unexpected =
      this.#state.phase !== 'stopping' && code !== 0
        ? told('the practice clients ended: {output}', {
            output: this.#output.trim() || told('exit code {code}', { code: String(code) }),
          })
        : null;
    this.#set({ phase: 'stopped', lastFailure: this.#failure ?? unexpected });
  }

  #set(state: PracticeState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  async #until(phase: PracticeState['phase'], limitMs: number | null): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let unsubscribe: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (this.#state.phase === phase) resolve();
          else if (this.#state.phase === 'stopped') reject(new BrokerError('unavailable', failureOf(this.#state)));
        };
        if (limitMs !== null)
          timer = setTimeout(() => {
            this.#child?.kill('SIGKILL');
            reject(new Error(`the practice clients are not ${phase} after ${limitMs / 1000} s`));
          }, limitMs);
        unsubscribe = this.onChange(look);
        look();
      });
    } finally {
      clearTimeout(timer);
      unsubscribe?.();
    }
  }
}
