import type { Metrics } from '../../../model/metrics';
import { isRate, limitName, type SharedLimit, type ThrottleLimit } from '../../../model/throttle/limit';
import { type LimitKind, LIMIT_KINDS, type LimitScope, type RateCalls } from '../../../model/throttle/limit-kind';
import { type LimitUse, stateOfUse } from '../../../model/throttle/limit-state';
import type { LevelReading } from '../../../store/queries/throttle/level-settle';
import { type Caller, LEVELS, RATES, subjectOf } from './caller';
import { DiskLine } from './disk-line';
import { charge, type Demand, type Guard, keyOf, type Level, takeDemand } from './guard';
import { RateMeter } from './rate-meter';
import { refusedForRoom, sharedBy, throttled } from './refuse';
import { TokenBucket } from './token-bucket';

export interface Amount {
  readonly messages: number;
  readonly bytes: number;
}

export interface ThrottleParts {
  readonly metrics: Metrics;
  readonly read: () => Promise<readonly SharedLimit[]>;
  /** Says what was read of levels; answers by limit id whether it is closed, the same to every node. */
  readonly settle: (readAt: Date, readings: readonly LevelReading[]) => Promise<ReadonlyMap<number, boolean>>;
  readonly nowMs?: () => number;
  /** Sends are refused below it, bytes. */
  readonly diskFreeBytes?: number;
  /** The database itself said so, wherever its disk is. */
  readonly isDiskFull?: () => boolean;
}

/** A level that could not be read for this long closes nothing: unknown is not full. */
const LEVEL_STALE_MS = 30_000;
/** A group reads several queues: one of them read to its end does not mean that it has caught up. */
const CAUGHT_UP_MS = 10_000;
/** A rate that refused within this time is said to be refusing. */
const REFUSING_MS = 10_000;

/**
 * The limits that operators set, held in memory: a refusal costs no statement. Rates are shared evenly among the living
 * broker processes, and within a node as each needs (`setShares`); levels are read by a loop, and whether they are
 * closed is settled in the database.
 */
export class Throttle {
  readonly #metrics: Metrics;
  readonly #nowMs: () => number;
  readonly #read: ThrottleParts['read'];
  readonly #settle: ThrottleParts['settle'];
  #reading: Promise<void> = Promise.resolve();
  #guards = new Map<string, Guard>();
  #readers: ReadonlyMap<string, readonly string[]> = new Map();
  /** Groups, each with a topic that it reads from an old position, and when it last did. */
  readonly #cold = new Map<string, number>();
  #nodes = 1;
  /** By name: how many even shares this process has; 1 where nothing is said. */
  #shares: ReadonlyMap<string, number> = new Map();
  readonly #disk: DiskLine;

  constructor(parts: ThrottleParts) {
    this.#metrics = parts.metrics;
    this.#read = parts.read;
    this.#settle = parts.settle;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    this.#disk = new DiskLine(parts.diskFreeBytes ?? 0, this.#nowMs, LEVEL_STALE_MS, parts.isDiskFull);
  }

  /** Reads the limits again: after an edit here, and every second for those made elsewhere. */
  reload(): Promise<void> {
    return this.#inOrder(async () => this.setLimits(await this.#read()));
  }

  /** What a loop read of levels. @param readAt the database's time, not after the reading */
  settle(readAt: Date, readings: readonly LevelReading[]): Promise<void> {
    const readAtMs = this.#nowMs();
    return this.#inOrder(async () => {
      const closedById = await this.#settle(readAt, readings);
      const valueById = new Map(readings.map(({ limitId, value }) => [limitId, value]));
      for (const guard of this.#guards.values()) {
        const { limitId } = guard.limit;
        const [value, closed] = [valueById.get(limitId), closedById.get(limitId)];
        if (value === undefined || closed === undefined) continue;
        guard.level = { value, readAtMs, readAt };
        guard.closed = closed;
      }
    });
  }

  /** An older answer of the database never replaces a newer one. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    const next = this.#reading.then(work);
    this.#reading = next.catch(() => undefined);
    return next;
  }

  /** The limits as they are in the database now; what a kept one has used up stays used. */
  setLimits(limits: readonly SharedLimit[]): void {
    const before = this.#guards;
    this.#guards = new Map();
    for (const limit of limits) {
      if (!limit.enabled) continue;
      const key = keyOf(limit.kind, limit.scope, limit.subject);
      const known = before.get(key);
      const bucket = isRate(limit.kind) ? (known?.bucket ?? new TokenBucket(this.#rateOf(limit), this.#nowMs())) : null;
      bucket?.change(this.#rateOf(limit), this.#nowMs());
      this.#guards.set(key, {
        limit,
        bucket,
        level: known?.level ?? null,
        closed: limit.closed,
        meter: known?.meter ?? new RateMeter(),
        refusedAtMs: known?.refusedAtMs ?? Number.NEGATIVE_INFINITY,
        taken: known?.taken ?? 0,
        refused: known?.refused ?? 0,
      });
    }
  }

  setNodes(nodes: number): void {
    if (nodes === this.#nodes || nodes < 1) return;
    this.#nodes = nodes;
    this.#applyRates();
  }

  /** The processes of a node have shared out anew what they may take together. */
  setShares(shares: ReadonlyMap<string, number>): void {
    this.#shares = shares;
    this.#applyRates();
  }

  /** Since it was last called. */
  demands(): Demand[] {
    return [...this.#guards.values()].flatMap(takeDemand);
  }

  #applyRates(): void {
    for (const { limit, bucket } of this.#guards.values()) bucket?.change(this.#rateOf(limit), this.#nowMs());
  }

  /** Room on the disk of the embedded database, bytes. */
  setDiskFree(bytes: number): void {
    this.#disk.set(bytes);
  }

  /** Null: not read lately, or not on this machine. */
  diskFree(): number | null {
    return this.#disk.bytes();
  }

  /** Sends are refused for want of room on the disk of the embedded database. */
  isDiskClosed(): boolean {
    return this.#disk.isClosed();
  }

  /** Which groups read a topic: a limit on a group's backlog refuses the sends that would make it longer. */
  setReaders(readers: ReadonlyMap<string, readonly string[]>): void {
    this.#readers = readers;
  }

  /** As last read for the limits on backlogs; none without such limits. */
  readersOf(topic: string): readonly string[] {
    return this.#readers.get(topic) ?? [];
  }

  /** Limits of levels, for the loop that reads them. */
  levels(): ThrottleLimit[] {
    return [...this.#guards.values()].filter(({ bucket }) => bucket === null).map(({ limit }) => limit);
  }

  /** What a limit of a level was last read at; null: not lately. */
  levelOf({ kind, scope, subject }: Pick<ThrottleLimit, 'kind' | 'scope' | 'subject'>): Level | null {
    const level = this.#guards.get(keyOf(kind, scope, subject))?.level ?? null;
    return level !== null && this.#nowMs() - level.readAtMs <= LEVEL_STALE_MS ? level : null;
  }

  /** What each enabled limit is at. */
  uses(): LimitUse[] {
    const nowMs = this.#nowMs();
    return [...this.#guards.values()].map((guard) => {
      const { limit, bucket, level } = guard;
      const isLevelKnown = level !== null && nowMs - level.readAtMs <= LEVEL_STALE_MS;
      const value = bucket === null ? (isLevelKnown ? level.value : null) : guard.meter.perSecond(nowMs);
      const refuses = bucket === null ? guard.closed && isLevelKnown : nowMs - guard.refusedAtMs <= REFUSING_MS;
      const line = bucket === null ? limit.hard : this.#rateOf(limit).perSecond;
      return {
        limit,
        value,
        ageMs: bucket === null && level !== null ? nowMs - level.readAtMs : 0,
        line,
        nodes: bucket === null ? 1 : this.#nodes,
        state: stateOfUse(limit, line, value, refuses),
      };
    });
  }

  /** Refuses what `admitSend` would refuse, and takes nothing: for a storm of refusals, before anything is read. */
  checkSend(caller: Caller): void {
    if (this.#disk.refuses()) throw this.diskRefusal(caller);
    if (this.#guards.size > 0) this.#refuseWhenEmpty(caller, this.#openSend(caller, { messages: 1, bytes: 1 }));
  }

  /**
   * Takes a send's share of every rate, or none.
   * @throws BrokerError too-many-requests: nothing was taken
   */
  admitSend(caller: Caller, amount: Amount): void {
    if (this.#disk.refuses()) throw this.diskRefusal(caller);
    if (this.#guards.size > 0) this.#admitRates(caller, this.#openSend(caller, amount));
  }

  /** Returns what a send took and did not use: it was refused before anything was stored. */
  refund(caller: Caller, { messages, bytes }: Amount): void {
    const nowMs = this.#nowMs();
    for (const { guard, count } of this.#rates('sends', caller, { messages: -messages, bytes: -bytes }))
      charge(guard, count, nowMs);
  }

  /** The rates of a send that no closed level refuses. */
  #openSend(caller: Caller, amount: Amount): { guard: Guard; count: number }[] {
    const { topic } = caller;
    for (const { kind, scopes } of LEVELS)
      for (const scope of scopes) {
        if (scope === 'broker') this.#refuseWhenClosed(caller, kind, scope, '');
        else if (scope === 'topic') this.#refuseWhenClosed(caller, kind, scope, topic);
        else for (const group of this.readersOf(topic)) this.#refuseWhenClosed(caller, kind, 'group', group);
      }
    return this.#rates('sends', caller, amount);
  }

  /** @throws BrokerError too-many-requests: the group has had what it may have for now */
  admitReceive(caller: Caller & { readonly group: string }): void {
    if (this.#guards.size === 0) return;
    const one = { messages: 1, bytes: 1 };
    const isCold = this.#cold.has(`${caller.group} ${caller.topic}`);
    const cold = isCold ? this.#rates('cold reads', caller, one) : [];
    this.#refuseWhenEmpty(caller, [...this.#rates('receives', caller, one), ...cold]);
  }

  /**
   * How many messages held receives of a group may be given now; by a rate of bytes, those of one receive while
   * anything is left.
   */
  allowance(group: string): number {
    if (this.#guards.size === 0) return Number.POSITIVE_INFINITY;
    const nowMs = this.#nowMs();
    const rates = this.#rates('receives', { topic: '', group }, { messages: 1, bytes: 1 });
    return rates.reduce((least, { guard: { limit, bucket } }) => {
      if (bucket === null) return least;
      const left = LIMIT_KINDS[limit.kind].unit === 'bytes/s' ? (bucket.allows(nowMs) ? 1 : 0) : bucket.left(nowMs);
      return Math.min(least, left);
    }, Number.POSITIVE_INFINITY);
  }

  /**
   * What a receive got is known only now: the next one waits for it. Nothing: nothing was there.
   * @param coldBytes of it, from an old position of the log: what such reads may take is limited on its own
   */
  delivered({ topic, group }: { topic: string; group: string }, { messages, bytes }: Amount, coldBytes: number): void {
    const nowMs = this.#nowMs();
    const place = `${group} ${topic}`;
    if (coldBytes > 0) this.#cold.set(place, nowMs);
    else if (messages === 0 && this.allowance(group) < 1) return;
    else if (nowMs - (this.#cold.get(place) ?? nowMs) > CAUGHT_UP_MS) this.#cold.delete(place);
    if (this.#guards.size === 0 || messages === 0) return;
    const caller = { topic, group };
    const cold = coldBytes > 0 ? this.#rates('cold reads', caller, { messages, bytes: coldBytes }) : [];
    for (const { guard, count } of [...this.#rates('receives', caller, { messages, bytes }), ...cold])
      charge(guard, count, nowMs);
  }

  /** The rates that a call is about, each with what it takes of it. */
  #rates(admits: RateCalls, caller: Caller, { messages, bytes }: Amount): { guard: Guard; count: number }[] {
    const rates: { guard: Guard; count: number }[] = [];
    for (const { kind, scopes, unit } of RATES[admits])
      for (const scope of scopes) {
        const guard = this.#guards.get(keyOf(kind, scope, subjectOf(caller, scope)));
        if (guard !== undefined) rates.push({ guard, count: unit === 'bytes/s' ? bytes : messages });
      }
    return rates;
  }

  #admitRates(caller: Caller, rates: readonly { guard: Guard; count: number }[]): void {
    this.#refuseWhenEmpty(caller, rates);
    const nowMs = this.#nowMs();
    for (const { guard, count } of rates) charge(guard, count, nowMs);
  }

  #refuseWhenEmpty(caller: Caller, rates: readonly { guard: Guard; count: number }[]): void {
    const nowMs = this.#nowMs();
    for (const { guard } of rates) {
      if (guard.bucket?.allows(nowMs) === false) throw this.#refusal(caller, guard, 'used up');
    }
  }

  /** What a send is answered while there is no room for it. */
  diskRefusal(caller: Caller): Error {
    return refusedForRoom(this.#metrics, this.#disk, caller);
  }

  #refuseWhenClosed(caller: Caller, kind: LimitKind, scope: LimitScope, subject: string): void {
    const guard = this.#guards.get(keyOf(kind, scope, subject));
    if (guard === undefined || !guard.closed || guard.level === null) return;
    if (this.#nowMs() - guard.level.readAtMs > LEVEL_STALE_MS) return;
    throw this.#refusal(caller, guard, String(Math.round(guard.level.value)));
  }

  #refusal({ topic, group, clientId, accessKey }: Caller, guard: Guard, value: string): Error {
    const { limit } = guard;
    guard.refusedAtMs = this.#nowMs();
    guard.refused += 1;
    // With access keys, clients may belong to different teams: a producer must not learn which groups consume.
    const isStrange = limit.scope === 'group' && group === undefined && accessKey != null;
    return throttled(this.#metrics, {
      limit: limitName(limit),
      ...(isStrange ? { shownAs: `${limit.kind} of a group that reads it` } : {}),
      limitValue: `${limit.hard} ${LIMIT_KINDS[limit.kind].unit}${guard.bucket === null ? '' : sharedBy(this.#nodes)}`,
      value,
      says: 'start flow control for a while',
      topic,
      ...(group === undefined ? {} : { group }),
      clientId: clientId ?? '',
      accessKey: accessKey ?? null,
    });
  }

  #rateOf(limit: ThrottleLimit): { perSecond: number; burstMs: number } {
    const { hard, burstMs } = limit;
    const share = this.#shares.size === 0 ? 1 : (this.#shares.get(limitName(limit)) ?? 1);
    return { perSecond: Math.min(hard, (hard * share) / this.#nodes), burstMs };
  }
}
