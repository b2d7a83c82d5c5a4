import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mountSmallDisk, type SmallDisk } from '../e2e/protocol/support/small-disk';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { type DatabaseProxy, startDatabaseProxy } from '../lib/testing/database-proxy';
import { ShiftedClock } from './clock/shifted-clock';

const DISK_MIB = 6 * 1024;

/** What may happen to a primary and its standby. */
export interface RoleChanges {
  /**
   * The machine of the primary is gone, and its standby takes over.
   * @param isSilent connections to the old address fall silent; else they are cut
   * @param waits the new primary answers no commit before it has a standby
   * @returns milliseconds until the new primary took writes
   */
  failOver(isSilent: boolean, waits: boolean): Promise<number>;
  /** The roles are exchanged in order: no writes for a while, then the primary stops and its standby takes over. */
  switchOver(readOnlyMs: number): Promise<void>;
  /** The primary takes no writes for a while. */
  demote(ms: number): Promise<void>;
  /** The standby does nothing for a while, so no commit is answered. */
  freezeStandby(ms: number): Promise<void>;
}

/** Where the messages of a run are. */
export interface ChaosDatabase {
  /** For connections of the run itself, which nothing cuts. */
  readonly url: string;
  /** The same, of one host. */
  readonly primaryUrl: string;
  readonly proxy: Pick<DatabaseProxy, 'cut' | 'swallow'>;
  /** Where nodes keep files. */
  readonly directory: string;
  /** Null: this one has no disk or clock of its own, or no standby. */
  readonly disk: SmallDisk | null;
  readonly clock: ShiftedClock | null;
  readonly pair: RoleChanges | null;
  nodeUrl(index: number): string;
  /** SIGQUIT is `pg_ctl stop -m immediate`. @returns milliseconds until it took connections again */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<number>;
  ensureRunning(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL on a disk that can be filled, behind a proxy that can cut its connections. It is always started again. */
export class Database implements ChaosDatabase {
  readonly pair = null;
  readonly postgres: EmbeddedPostgres;
  readonly proxy: DatabaseProxy;
  readonly disk: SmallDisk | null;
  readonly directory: string;
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

  get url(): string {
    return this.postgres.url;
  }

  get primaryUrl(): string {
    return this.url;
  }

  nodeUrl(): string {
    return this.proxy.url;
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
