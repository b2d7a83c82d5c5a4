import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mountSmallDisk, type SmallDisk } from '../e2e/protocol/support/small-disk';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { type DatabaseProxy, startDatabaseProxy } from '../lib/testing/database-proxy';
import { ShiftedClock } from './clock/shifted-clock';

const DISK_MIB = 6 * 1024;

/** PostgreSQL on a disk that can be filled, behind a proxy that can cut its connections. It is always started again. */
export class Database {
  readonly postgres: EmbeddedPostgres;
  readonly proxy: DatabaseProxy;
  /** Null: this machine does not let a file system be mounted. */
  readonly disk: SmallDisk | null;
  readonly directory: string;
  /** Null: this machine cannot give it a clock of its own. */
  readonly clock: ShiftedClock | null;
  #over = false;
  #starting: Promise<void> = Promise.resolve();

  private constructor(
    postgres: EmbeddedPostgres,
    proxy: DatabaseProxy,
    disk: SmallDisk | null,
    directory: string,
    clock: ShiftedClock | null,
  ) {
    this.postgres = postgres;
    this.clock = clock;
    this.proxy = proxy;
    this.disk = disk;
    this.directory = directory;
    process.once('exit', this.#abandon);
  }

  /** A run that is ended leaves nothing behind. */
  readonly #abandon = (): void => {
    const pid = this.postgres.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    this.#remove();
  };

  #remove(): void {
    this.clock?.close();
    if (this.disk === null) rmSync(this.directory, { recursive: true, force: true });
    else this.disk.close();
  }

  static async start(): Promise<Database> {
    const disk = mountSmallDisk(DISK_MIB);
    const directory = disk?.directory ?? mkdtempSync(join(tmpdir(), 'redrive-chaos-'));
    const clock = new ShiftedClock();
    const environment = clock.ofProgram();
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, environment: environment ?? {} });
    const proxy = await startDatabaseProxy(postgres.url);
    if (environment === null) clock.close();
    return new Database(postgres, proxy, disk, directory, environment === null ? null : clock);
  }

  /** SIGQUIT is `pg_ctl stop -m immediate`. @returns milliseconds until it took connections again */
  async crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<number> {
    const pid = this.postgres.pid();
    const startedAt = performance.now();
    if (pid !== undefined) process.kill(pid, signal);
    await this.ensureRunning();
    return performance.now() - startedAt;
  }

  /** One start at a time: a full disk may have ended it as well. */
  ensureRunning(): Promise<void> {
    this.#starting = this.#starting.then(() => this.postgres.ensureRunning(() => this.#over)).catch(() => undefined);
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.disk?.free();
    await this.ensureRunning();
    this.#over = true;
    await this.proxy.close();
    await this.postgres.release();
    process.off('exit', this.#abandon);
    this.#remove();
  }
}
