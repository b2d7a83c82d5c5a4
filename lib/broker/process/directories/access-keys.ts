import type { Clock } from '../../../model/clock';
import type { AccessRule } from '../../../model/access/access-rule';
import type { Log } from '../../../model/log';
import { accessKeyList, type AccessKeyRow, accessKeyVersions } from '../../../store/queries/access-key/access-key-read';
import { accessKeyNoteUse } from '../../../store/queries/access-key/access-key-write';
import { CountedTime } from '../../../store/counted-time';
import type { Queryable } from '../../../store/queryable';
import { watchVersions } from '../watch-versions';
import type { SecretSeal } from '../seal';

/** A key, ready to check signatures. In memory only. */
export interface KnownAccessKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly rules: readonly AccessRule[];
  /** Newest first; none when they cannot be read. */
  readonly secrets: readonly KnownSecret[];
  readonly disabled: boolean;
  /** On this process's monotonic clock, worked out from the database's. Infinity: never. */
  readonly endsAtMs: number;
}

interface KnownSecret {
  readonly version: number;
  readonly text: string;
  readonly endsAtMs: number;
}

const NOTE_USE_MS = 10_000;

/**
 * Every access key, in memory: checking a signature costs no query, and an unknown key costs what a known one does.
 * Changes made here are read at once, those of other processes on their hint or within a second. While the database
 * does not answer, the keys last read stay good: without it nothing can be sent or received anyway.
 */
export class AccessKeyDirectory {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #seal: SecretSeal;
  readonly #listeners = new Set<() => void>();
  readonly #used = new Set<string>();
  #keys: ReadonlyMap<string, KnownAccessKey> = new Map();
  /** Undefined: never read. */
  #versions: string | null | undefined;
  #time: CountedTime | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(db: Queryable, clock: Clock, seal: SecretSeal) {
    this.#db = db;
    this.#clock = clock;
    this.#seal = seal;
  }

  find(accessKeyId: string): KnownAccessKey | undefined {
    return this.#keys.get(accessKeyId);
  }

  /** The database's time, in milliseconds since 1970; between two reads it goes on with the monotonic clock. */
  get nowMs(): number {
    if (this.#time === null) throw new Error('access keys must be read before calls are accepted');
    return this.#time.now().getTime();
  }

  /** Written down later, many uses at once. */
  noteUse(accessKeyId: string): void {
    this.#used.add(accessKeyId);
  }

  /** Notifies when keys were read again. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads all keys now. One read at a time, in order: an older answer never replaces a newer one. */
  refresh(): Promise<void> {
    const next = this.#reading.then(() => this.#read());
    this.#reading = next.catch(() => undefined);
    return next;
  }

  /** Compares versions every second and writes down uses. @returns stops it */
  watch(log: Log): () => Promise<void> {
    const stops = [
      watchVersions(() => this.#compare(), log, 'access keys could not be read; the last ones read stay valid'),
      watchVersions(() => this.writeUses(), log, 'the last use of access keys could not be stored', NOTE_USE_MS),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      await this.#reading;
    };
  }

  async writeUses(): Promise<void> {
    if (this.#used.size === 0) return;
    const ids = [...this.#used];
    this.#used.clear();
    await accessKeyNoteUse(this.#db, this.#clock.nowOrNull(), ids);
  }

  async #compare(): Promise<void> {
    if ((await this.#readVersions()) !== this.#versions) await this.refresh();
  }

  async #readVersions(): Promise<string | null> {
    const { versions, now } = await accessKeyVersions(this.#db, this.#clock.nowOrNull());
    this.#time = new CountedTime(now);
    return versions;
  }

  async #read(): Promise<void> {
    // Versions first: a change between the two reads is found at the next comparison.
    const versions = await this.#readVersions();
    const rows = await accessKeyList(this.#db, this.#clock.nowOrNull());
    const readAtMs = performance.now();
    this.#keys = new Map(rows.map((row) => [row.accessKeyId, this.#know(row, readAtMs)]));
    this.#versions = versions;
    for (const listener of this.#listeners) listener();
  }

  #know(row: AccessKeyRow, readAtMs: number): KnownAccessKey {
    const endOf = (at: Date | null): number =>
      at === null ? Number.POSITIVE_INFINITY : readAtMs + at.getTime() - row.now.getTime();
    const open = (version: number, sealed: Buffer | null, endsAtMs: number): KnownSecret[] => {
      const text = sealed === null ? null : this.#seal.open(row.accessKeyId, sealed);
      return text === null ? [] : [{ version, text, endsAtMs }];
    };
    return {
      accessKeyId: row.accessKeyId,
      name: row.name,
      rules: row.rules,
      secrets: [
        ...open(row.secretVersion, row.secret, Number.POSITIVE_INFINITY),
        ...open(row.secretVersion - 1, row.oldSecret, endOf(row.oldSecretUntil)),
      ],
      disabled: row.disabledAt !== null,
      endsAtMs: endOf(row.expiresAt),
    };
  }
}
