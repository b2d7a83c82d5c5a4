import type { ProducerRetry } from '../../../model/delivery/producer-retry';
import { producerWaits } from '../../../model/throttle/producer-backoff';

/** The refused client and the limit: a wait is reported under them. */
export interface Refused {
  readonly limit: string;
  readonly topic: string;
  readonly group: string;
  readonly client: string;
}

/** What this process saw of one refused client in the last 15 minutes. */
export interface RefusalWait extends Refused {
  /** Refused at first, accepted later. */
  readonly through: number;
  /** From the first refusal until it was accepted, milliseconds; null: none was accepted. */
  readonly longestMs: number | null;
  /** Refused and not accepted yet, seen again lately. */
  readonly waiting: number;
  /** From the first refusal of what waits until now, milliseconds; null: nothing waits. */
  readonly waitingMs: number | null;
  /** Refused and not seen again here for longer than a client waits. */
  readonly gone: number;
  /** Refused in a row at most, of one message or of a consumer's receives. */
  readonly mostInARow: number;
  /** For so many the outcome is unknown: too many waited at once. */
  readonly lostSight: number;
}

export interface RefusalWaitOptions {
  readonly nowMs?: () => number;
  /** Messages and receiving clients that may wait at once. */
  readonly maxPending?: number;
}

interface Minute {
  through: number;
  longestMs: number;
  lostSight: number;
  mostInARow: number;
}

interface Waiter {
  readonly who: Refused;
  readonly minutes: Map<number, Minute>;
}

interface Pending {
  readonly firstMs: number;
  lastMs: number;
  times: number;
  waiter: Waiter;
}

const MAX_PENDING = 10_000;
/** Ids are read before they are validated: a client must not fill the memory with long ones. */
const MAX_ID_CHARS = 1_024;
const MAX_WAITERS = 500;
const MINUTE_MS = 60_000;
const KEPT_MINUTES = 15;
/** What a try may take beyond the wait before it. */
const SLACK_MS = 10_000;
/** Consumers retry after milliseconds; answers are held back for a second at most. */
const RECEIVE_GONE_MS = 30_000;

/**
 * How long refused requests waited until they were accepted: measured, not computed. A send is recognized by its
 * message id, which a client keeps when it retries; a receive by its client, group and topic. Of this process and
 * bounded, so a refusal costs two map lookups and no statement.
 */
export class RefusalWaits {
  /** Monotonic. */
  readonly nowMs: () => number;
  readonly #maxPending: number;
  readonly #pending = new Map<string, Pending>();
  readonly #waiters = new Map<string, Waiter>();

  constructor({ nowMs = () => performance.now(), maxPending = MAX_PENDING }: RefusalWaitOptions = {}) {
    this.nowMs = nowMs;
    this.#maxPending = maxPending;
  }

  /** @param id of the refused request: a retry has the same. An invalid id is not kept. */
  refused(who: Refused, id: string): void {
    if (id.length > MAX_ID_CHARS) return;
    const nowMs = this.nowMs();
    const waiter = this.#waiterOf(who);
    const known = this.#pending.get(id);
    if (known === undefined) {
      if (this.#pending.size >= this.#maxPending) this.#loseOldest(nowMs);
      this.#pending.set(id, { firstMs: nowMs, lastMs: nowMs, times: 1, waiter });
    } else {
      known.lastMs = nowMs;
      known.times += 1;
      // The limit that refused it last is the one it waits for.
      known.waiter = waiter;
    }
  }

  /**
   * A request that was refused before is accepted now. Costs nothing without refusals.
   * @param nowMs when it was accepted
   */
  taken(id: string, nowMs = this.nowMs()): void {
    if (this.#pending.size === 0) return;
    const known = this.#pending.get(id);
    if (known === undefined) return;
    this.#pending.delete(id);
    const minute = minuteOf(known.waiter, nowMs);
    minute.through += 1;
    minute.longestMs = Math.max(minute.longestMs, nowMs - known.firstMs);
    minute.mostInARow = Math.max(minute.mostInARow, known.times);
  }

  /** Of the last 15 minutes. @param retry the waits that producers get: one that is later than them does not return */
  rows(retry: ProducerRetry): RefusalWait[] {
    const nowMs = this.nowMs();
    const oldest = Math.floor(nowMs / MINUTE_MS) - KEPT_MINUTES;
    const open = this.#openByWaiter(nowMs, retry);
    const rows: RefusalWait[] = [];
    for (const [key, waiter] of this.#waiters) {
      for (const at of waiter.minutes.keys()) if (at <= oldest) waiter.minutes.delete(at);
      const waits = open.get(waiter) ?? NOTHING_OPEN;
      if (waiter.minutes.size === 0 && waits === NOTHING_OPEN) this.#waiters.delete(key);
      else rows.push({ ...waiter.who, ...sumOf([...waiter.minutes.values()], waits) });
    }
    return rows;
  }

  #openByWaiter(nowMs: number, retry: ProducerRetry): Map<Waiter, Open> {
    const open = new Map<Waiter, Open>();
    const waitsMs = producerWaits(retry, Math.max(0, retry.maxAttempts - 1));
    for (const [id, { firstMs, lastMs, times, waiter }] of this.#pending) {
      if (nowMs - lastMs > KEPT_MINUTES * MINUTE_MS) {
        this.#pending.delete(id);
        continue;
      }
      const waits = open.get(waiter) ?? { waiting: 0, waitingMs: null, gone: 0, mostInARow: 0 };
      open.set(waiter, waits);
      waits.mostInARow = Math.max(waits.mostInARow, times);
      const dueMs =
        waiter.who.group === '' ? (waitsMs[times - 1] ?? 0) * (1 + retry.jitter) + SLACK_MS : RECEIVE_GONE_MS;
      if (nowMs - lastMs > dueMs) waits.gone += 1;
      else {
        waits.waiting += 1;
        waits.waitingMs = Math.max(waits.waitingMs ?? 0, nowMs - firstMs);
      }
    }
    return open;
  }

  #loseOldest(nowMs: number): void {
    for (const [id, { waiter }] of this.#pending) {
      this.#pending.delete(id);
      minuteOf(waiter, nowMs).lostSight += 1;
      return;
    }
  }

  #waiterOf(who: Refused): Waiter {
    const key = JSON.stringify([who.limit, who.topic, who.group, who.client]);
    const known = this.#waiters.get(key);
    if (known !== undefined) return known;
    if (who.client !== '' && this.#waiters.size >= MAX_WAITERS) return this.#waiterOf({ ...who, client: '' });
    const made = { who, minutes: new Map<number, Minute>() };
    this.#waiters.set(key, made);
    return made;
  }
}

interface Open {
  waiting: number;
  waitingMs: number | null;
  gone: number;
  mostInARow: number;
}

const NOTHING_OPEN: Open = { waiting: 0, waitingMs: null, gone: 0, mostInARow: 0 };

function minuteOf({ minutes }: Waiter, nowMs: number): Minute {
  const at = Math.floor(nowMs / MINUTE_MS);
  const known = minutes.get(at);
  if (known !== undefined) return known;
  // One a minute: what is too old goes when the next one begins.
  for (const old of minutes.keys()) if (old <= at - KEPT_MINUTES) minutes.delete(old);
  const made = { through: 0, longestMs: 0, lostSight: 0, mostInARow: 0 };
  minutes.set(at, made);
  return made;
}

function sumOf(minutes: readonly Minute[], open: Open): Omit<RefusalWait, keyof Refused> {
  const through = minutes.reduce((sum, minute) => sum + minute.through, 0);
  return {
    through,
    longestMs: through === 0 ? null : Math.max(...minutes.map(({ longestMs }) => longestMs)),
    waiting: open.waiting,
    waitingMs: open.waitingMs,
    gone: open.gone,
    mostInARow: Math.max(open.mostInARow, ...minutes.map(({ mostInARow }) => mostInARow)),
    lostSight: minutes.reduce((sum, minute) => sum + minute.lostSight, 0),
  };
}
