import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = join('chaos', 'clock');

/** The wall clock of some processes, which a fault puts forward and back while they run. */
export class ShiftedClock {
  readonly #directory = mkdtempSync(join(tmpdir(), 'redrive-clock-'));
  readonly #file: number;
  #shiftMs = 0;

  constructor() {
    // The account of the database reads it too.
    chmodSync(this.#directory, 0o755);
    this.#file = openSync(this.#path, 'w', 0o644);
    this.shiftTo(0);
  }

  get #path(): string {
    return join(this.#directory, 'shift');
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** From now on the clock shows so many milliseconds more, or less, than it is. */
  shiftTo(ms: number): void {
    this.#shiftMs = Math.round(ms);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#shiftMs));
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }

  /** Settings of a process of Node that goes by this clock. */
  ofNode(): Record<string, string> {
    const preload = pathToFileURL(join(FOLDER, 'preload.mjs')).href;
    return { NODE_OPTIONS: `--import ${preload}`, REDRIVE_CLOCK_FILE: this.#path };
  }

  /** Environment of any other program; null: this machine has no C compiler. */
  ofProgram(): Record<string, string> | null {
    const library = join(this.#directory, 'shifted-clock.so');
    const args = ['-shared', '-fPIC', '-O2', '-o', library, join(FOLDER, 'shifted-clock.c'), '-ldl'];
    if (spawnSync('cc', args, { stdio: 'ignore' }).status !== 0) return null;
    chmodSync(library, 0o755);
    return { LD_PRELOAD: library, REDRIVE_CLOCK_FILE: this.#path };
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
