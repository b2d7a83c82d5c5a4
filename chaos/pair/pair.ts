import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { withAdmin } from '../../lib/testing/admin-connection';
import { type DatabaseProxy, startDatabaseProxy } from '../../lib/testing/database-proxy';
import { findPostgresTools, OutsidePostgres } from '../../lib/testing/outside-postgres';
import { isAlive, processTree, signalTo } from '../../lib/testing/process-tree';
import type { ChaosDatabase, RoleChanges } from '../database';

const NAMES = ['first', 'second'] as const;
const LOOK_EVERY_MS = 50;
/** A primary without its standby answers no commit: two minutes of that are a mistake of this program. */
const IN_SYNC_WITHIN_MS = 120_000;

type Turn = 0 | 1;

/**
 * A primary and its synchronous standby, as companies run PostgreSQL. A proxy before each stands for its machine, and a
 * third one for the address that follows the primary. Changes of roles come one after the other, and none begins before
 * the standby has everything: as a tool such as Patroni does it.
 */
export class DatabasePair implements ChaosDatabase, RoleChanges {
  readonly disk = null;
  readonly clock = null;
  readonly pair = this;
  readonly #outside: OutsidePostgres;
  readonly #ports: readonly [number, number];
  readonly #machines: readonly DatabaseProxy[];
  readonly #address: DatabaseProxy;
  #primary: Turn = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    outside: OutsidePostgres,
    ports: readonly [number, number],
    machines: readonly DatabaseProxy[],
    address: DatabaseProxy,
  ) {
    this.#outside = outside;
    this.#ports = ports;
    this.#machines = machines;
    this.#address = address;
    process.once('exit', this.#abandon);
  }

  /** Null: this machine lacks the tools of PostgreSQL. */
  static async start(): Promise<DatabasePair | null> {
    const tools = findPostgresTools();
    if (tools === null) return null;
    const outside = OutsidePostgres.create(tools);
    const ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')] as const;
    const machines = [await startDatabaseProxy(urlOf(ports[0])), await startDatabaseProxy(urlOf(ports[1]))];
    const pair = new DatabasePair(outside, ports, machines, await startDatabaseProxy(urlOf(ports[0])));
    await outside.initialize(NAMES[0]);
    await pair.#start(0);
    await pair.#join(1);
    return pair;
  }

  get directory(): string {
    return this.#outside.directory;
  }

  readonly proxy = {
    cut: (): number => this.#proxies.reduce((sum, each) => sum + each.cut(), 0),
    swallow: (name: string): void => this.#proxies.forEach((each) => each.swallow(name)),
  };

  get #proxies(): readonly DatabaseProxy[] {
    return [...this.#machines, this.#address];
  }

  /** For connections of the run itself. */
  get url(): string {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `postgresql://owner@${hosts}/postgres?target_session_attrs=read-write`;
  }

  get primaryUrl(): string {
    return urlOf(this.#ports[this.#primary]);
  }

  /** One node uses the address that follows the primary; the others look for the primary among the hosts. */
  nodeUrl(index: number): string {
    if (index === 0) return this.#address.url;
    const hosts = this.#machines.map(({ url }) => new URL(url).host).join(',');
    return `postgresql://owner@${hosts}/postgres?target_session_attrs=read-write`;
  }

  /** The program of the primary ends and is started again on its machine. */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<number> {
    return this.#inTurn(async () => {
      const startedAt = performance.now();
      await this.#kill(this.#primary, signal);
      await this.#start(this.#primary);
      const tookMs = performance.now() - startedAt;
      await this.#untilInSync();
      return tookMs;
    });
  }

  failOver(isSilent: boolean, waits: boolean): Promise<number> {
    return this.#inTurn(async () => {
      const startedAt = performance.now();
      await this.#kill(this.#primary, 'SIGKILL');
      await this.#promote(isSilent, waits);
      const tookMs = performance.now() - startedAt;
      await this.#join(other(this.#primary));
      return tookMs;
    });
  }

  switchOver(readOnlyMs: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#setReadOnly(true);
      await sleep(readOnlyMs);
      await this.#pg('pg_ctl', this.#primary, ['-w', '-m', 'fast', 'stop']);
      await this.#promote(false, false);
      await this.#join(other(this.#primary));
    });
  }

  demote(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#setReadOnly(true);
      await sleep(ms);
      await this.#setReadOnly(false);
    });
  }

  freezeStandby(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      const pids = this.#pids(other(this.#primary));
      for (const pid of pids) signalTo(pid, 'SIGSTOP');
      await sleep(ms);
      for (const pid of pids) signalTo(pid, 'SIGCONT');
      await this.#untilInSync();
    });
  }

  ensureRunning(): Promise<void> {
    return this.#inTurn(() => this.#untilInSync());
  }

  async stop(): Promise<void> {
    await this.#turn;
    for (const proxy of this.#proxies) await proxy.close();
    process.off('exit', this.#abandon);
    this.#abandon();
  }

  /** A run that is ended leaves nothing behind. */
  readonly #abandon = (): void => {
    for (const which of [0, 1] as const) for (const pid of this.#pids(which)) signalTo(pid, 'SIGKILL');
    rmSync(this.#outside.directory, { recursive: true, force: true, maxRetries: 5 });
  };

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #promote(isSilent: boolean, waits: boolean): Promise<void> {
    const next = other(this.#primary);
    await this.#pg('pg_ctl', next, ['-w', 'promote']);
    this.#primary = next;
    await this.#setReadOnly(false);
    await this.#waitForStandby(waits);
    this.#address.failOver(urlOf(this.#ports[next]));
    if (!isSilent) this.#address.cut();
  }

  /** Makes a server anew, as a copy of the primary that follows it. */
  async #join(which: Turn): Promise<void> {
    rmSync(this.#outside.path(NAMES[which]), { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(this.#ports[this.#primary]), '-U', 'owner'];
    await this.#pg('pg_basebackup', which, [...from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
    await this.#start(which);
    await this.#waitForStandby(true);
    await this.#untilInSync();
  }

  async #start(which: Turn): Promise<void> {
    const name = NAMES[which];
    const settings = { port: String(this.#ports[which]), cluster_name: name, max_connections: '200' };
    try {
      await this.#outside.start(name, { ...settings, wal_keep_size: '256MB', max_wal_size: '512MB' });
    } catch (error) {
      throw new Error(readFileSync(this.#outside.path(`${name}.log`), 'utf8').slice(-2000), { cause: error });
    }
  }

  async #waitForStandby(waits: boolean): Promise<void> {
    await this.#set(`synchronous_standby_names = '${waits ? '*' : ''}'`);
  }

  async #setReadOnly(isReadOnly: boolean): Promise<void> {
    await this.#set(`default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  }

  async #set(setting: string): Promise<void> {
    await withAdmin(this.primaryUrl, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER SYSTEM SET ${setting}`);
      await client.query('SELECT pg_reload_conf()');
    });
  }

  async #untilInSync(): Promise<void> {
    const until = performance.now() + IN_SYNC_WITHIN_MS;
    const look = 'SELECT FROM pg_stat_replication WHERE sync_state = $1';
    for (let found = 0; found === 0; await sleep(LOOK_EVERY_MS)) {
      if (performance.now() > until) throw new Error('the standby does not follow the primary');
      found = await withAdmin(this.primaryUrl, async (client) => (await client.query(look, ['sync'])).rows.length);
    }
  }

  async #pg(tool: string, which: Turn, args: readonly string[]): Promise<void> {
    await this.#outside.run(tool, ['-D', this.#outside.path(NAMES[which]), ...args]);
  }

  #postmaster(which: Turn): number | null {
    const file = this.#outside.path(`${NAMES[which]}/postmaster.pid`);
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  }

  #pids(which: Turn): number[] {
    const postmaster = this.#postmaster(which);
    return postmaster === null ? [] : processTree([postmaster]).map(({ pid }) => pid);
  }

  async #kill(which: Turn, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const pids = this.#pids(which);
    // SIGQUIT is for the postmaster, which ends the others; a machine that is gone takes all of them with it.
    const postmaster = this.#postmaster(which);
    for (const pid of pids) if (signal === 'SIGKILL' || pid === postmaster) signalTo(pid, signal);
    while (pids.some(isAlive)) await sleep(LOOK_EVERY_MS);
    // A process that nothing has waited for yet would be taken for a server that still runs.
    const lock = `.s.PGSQL.${this.#ports[which]}.lock`;
    for (const name of [`${NAMES[which]}/postmaster.pid`, lock]) rmSync(this.#outside.path(name), { force: true });
  }
}

const urlOf = (port: number): string => `postgresql://owner@127.0.0.1:${port}/postgres`;

const other = (which: Turn): Turn => (which === 0 ? 1 : 0);
