import { execFile, type ExecFileOptions, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { findFreePort } from '../runtime/postgres/free-port';

const run = promisify(execFile);
const TOOLS = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'];

/**
 * Where all tools of one PostgreSQL are; null: this machine has none. The embedded one comes without those for
 * backups, and pg_dump refuses a server that is newer than itself.
 */
export function findPostgresTools(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const places = [...versions.map((version) => join(debian, version, 'bin')), ...onPath()];
  const found = places.find((place) => TOOLS.every((tool) => existsSync(join(place, tool)))) ?? null;
  if (found === null)
    process.stdout.write(`SKIPPED: backups with PostgreSQL's own tools, as ${TOOLS.join(', ')} are not installed.\n`);
  return found;
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => existsSync(join(folder, 'pg_dump'))).map((folder) => dirname(join(folder, 'x')));
}

/** A server that is not Redrive's, with its own tools; it and its data go when it is closed. */
export class OutsidePostgres {
  readonly #children: string[] = [];

  private constructor(
    private readonly tools: string,
    readonly directory: string,
    private readonly account: ExecFileOptions,
  ) {}

  static create(tools: string): OutsidePostgres {
    const directory = mkdtempSync(join(tmpdir(), 'redrive-outside-'));
    // PostgreSQL refuses to run as root.
    if (process.getuid?.() !== 0) return new OutsidePostgres(tools, directory, {});
    const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
    const [uid, gid] = [idOf('-u'), idOf('-g')];
    chownSync(directory, uid, gid);
    return new OutsidePostgres(tools, directory, { uid, gid });
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** An empty file of the server's. */
  async touch(name: string): Promise<void> {
    await run('touch', [this.path(name)], { ...this.account, cwd: this.directory });
  }

  /** A folder that the server may write. */
  makeFolder(name: string): string {
    const folder = this.path(name);
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = this.account;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    return folder;
  }

  async run(tool: string, args: readonly string[]): Promise<string> {
    const env = { ...process.env, HOME: this.directory, LC_ALL: 'C.UTF-8' };
    const { stdout } = await run(join(this.tools, tool), [...args], { ...this.account, cwd: this.directory, env });
    return stdout.toString();
  }

  async initialize(name: string): Promise<void> {
    await this.run('initdb', ['-D', this.path(name), '-U', 'owner', '-A', 'trust', '--no-sync', '-E', 'UTF8']);
  }

  /** @returns the URL of its database */
  async start(name: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
    const port = await findFreePort('127.0.0.1');
    const given = Object.entries({ port: String(port), listen_addresses: '127.0.0.1', ...settings });
    const options = [`-k ${this.directory}`, ...given.map(([key, value]) => `-c ${key}='${value}'`)].join(' ');
    await this.run('pg_ctl', ['-D', this.path(name), '-w', '-l', this.path(`${name}.log`), '-o', options, 'start']);
    this.#children.push(name);
    return `postgresql://owner@127.0.0.1:${port}/postgres`;
  }

  async stop(name: string): Promise<void> {
    await this.run('pg_ctl', ['-D', this.path(name), '-w', '-m', 'fast', 'stop']);
    this.#children.splice(this.#children.indexOf(name), 1);
  }

  async close(): Promise<void> {
    for (const name of [...this.#children]) await this.stop(name);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
