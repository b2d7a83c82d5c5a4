import { setImmediate } from 'node:timers/promises';

import type { ClaimedRow, ClaimReceiver } from '../../store/queries/delivery/delivery-claim';

export interface ReceiveRequest extends ClaimReceiver {
  /** Which of the client's loops this is: one per queue in an ordered group; null: the client did not say. */
  readonly queueNo: number | null;
  /** How long to hold the call when nothing is there, milliseconds; 0: answer at once. */
  readonly waitMs: number;
  readonly signal: AbortSignal | null;
}

/** What one claim brought. */
export interface Claim {
  readonly rows: readonly ClaimedRow[];
  /** Messages it went past because the filter does not match them; behind them may be others. */
  readonly passedOver: number;
}

export interface ReceiveLaneParts {
  readonly claim: (firstQueueNo: number, receivers: readonly ReceiveRequest[]) => Promise<Claim>;
  /**
   * Messages that the limits of the group let it have now: held receives were admitted before others used up the
   * allowance.
   */
  readonly allowance: () => number;
  /** Milliseconds until a waiting message is due; null: none waits. */
  readonly nextDueMs: () => Promise<number | null>;
  /** Rows claimed for a client that has disconnected. */
  readonly returnUndelivered: (rows: readonly ClaimedRow[], request: ReceiveRequest) => void;
  readonly subscribeToWakes: (wake: () => void) => () => void;
  readonly queueCount: number;
}

interface Receiver {
  readonly request: ReceiveRequest;
  readonly settle: (rows: readonly ClaimedRow[]) => void;
  readonly refuse: (error: unknown) => void;
  timer: NodeJS.Timeout | null;
  overdue: boolean;
  aborted: boolean;
  /** Claims that may pass over messages for it after its time is up. */
  claimsLeft: number;
}

/** Polling alone is correct; wake-ups only make it sooner. */
const POLL_MS = 1000;
const BLOCKED_POLL_MS = 250;
const MAX_RECEIVERS_PER_CLAIM = 16;
/** A receive that does not wait still looks behind messages its filter leaves out, this often. */
const CLAIMS_WITHOUT_WAIT = 64;

/** All held receives of one (group, topic, filter): one claim at a time serves as many as wait. */
export class ReceiveLane {
  readonly #parts: ReceiveLaneParts;
  readonly #waiting = new Set<Receiver>();
  #claiming = false;
  #woken = false;
  #poll: NodeJS.Timeout | null = null;
  #unsubscribe: (() => void) | null = null;
  #turn = 0;

  constructor(parts: ReceiveLaneParts) {
    this.#parts = parts;
  }

  get idle(): boolean {
    return this.#waiting.size === 0 && !this.#claiming;
  }

  get held(): number {
    return this.#waiting.size;
  }

  receive(request: ReceiveRequest): Promise<readonly ClaimedRow[]> {
    if (request.signal?.aborted === true) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const receiver: Receiver = {
        request,
        settle: resolve,
        refuse: reject,
        timer: null,
        overdue: request.waitMs === 0,
        aborted: false,
        claimsLeft: request.waitMs === 0 ? CLAIMS_WITHOUT_WAIT : 0,
      };
      const abort = (): void => {
        receiver.aborted = true;
        if (!this.#claiming) this.#finish(receiver, []);
      };
      request.signal?.addEventListener('abort', abort, { once: true });
      if (request.waitMs > 0) {
        receiver.timer = setTimeout(() => {
          receiver.overdue = true;
          // A claim under way may still fill it: that one answers.
          if (!this.#claiming) this.#finish(receiver, []);
        }, request.waitMs);
      }
      this.#waiting.add(receiver);
      this.#unsubscribe ??= this.#parts.subscribeToWakes(() => this.#wake());
      this.#wake();
    });
  }

  #wake(): void {
    this.#woken = true;
    if (!this.#claiming) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#claiming = true;
    clearTimeout(this.#poll ?? undefined);
    this.#poll = null;
    try {
      while (this.#woken && this.#waiting.size > 0) {
        this.#woken = false;
        // Others may wait behind the first ones: when these got something, look again for the rest.
        if (await this.#claimOnce()) this.#woken = true;
      }
      if (this.#waiting.size > 0) await this.#pollLater();
    } catch (error) {
      for (const receiver of this.#waiting) this.#refuse(receiver, error);
    } finally {
      this.#claiming = false;
      for (const receiver of this.#waiting) if (receiver.overdue || receiver.aborted) this.#finish(receiver, []);
      if (this.#waiting.size === 0) this.#rest();
      else if (this.#woken) void this.#drain();
    }
  }

  async #claimOnce(): Promise<boolean> {
    for (const receiver of this.#waiting) if (receiver.aborted) this.#finish(receiver, []);
    const allowance = this.#parts.allowance();
    const receivers = withinAllowance([...this.#waiting].slice(0, MAX_RECEIVERS_PER_CLAIM), allowance);
    if (receivers.length === 0) return false;
    this.#turn = (this.#turn + 1) % this.#parts.queueCount;
    const { rows, passedOver } = await this.#parts.claim(
      this.#turn,
      receivers.map(({ request }) => request),
    );
    const byReceiver = groupByReceiver(rows);
    receivers.forEach((receiver, index) => {
      const claimed = byReceiver.get(index + 1) ?? [];
      if (receiver.aborted && claimed.length > 0) this.#parts.returnUndelivered(claimed, receiver.request);
      if (passedOver > 0 && claimed.length === 0 && this.#mayLookOn(receiver)) this.#waitBehindOthers(receiver);
      else if (claimed.length > 0 || receiver.overdue || receiver.aborted)
        this.#finish(receiver, receiver.aborted ? [] : claimed);
    });
    if (Number.isFinite(allowance)) await this.#afterLimited(receivers, rows.length > 0);
    return rows.length > 0 || passedOver > 0;
  }

  async #afterLimited(receivers: readonly Receiver[], gotSome: boolean): Promise<void> {
    // What it got is charged to the limits before the next claim.
    if (gotSome) await setImmediate();
    // Not all of them had a turn: one that repeats a receive would get what it got before.
    else for (const receiver of receivers) if (this.#waiting.has(receiver)) this.#waitBehindOthers(receiver);
  }

  #mayLookOn(receiver: Receiver): boolean {
    if (receiver.aborted) return false;
    if (!receiver.overdue) return true;
    receiver.claimsLeft -= 1;
    return receiver.claimsLeft > 0;
  }

  /** A receive that found only messages its filter leaves out lets the others of its lane claim next. */
  #waitBehindOthers(receiver: Receiver): void {
    this.#waiting.delete(receiver);
    this.#waiting.add(receiver);
  }

  async #pollLater(): Promise<void> {
    const isPaused = this.#parts.allowance() < 1;
    const dueMs = isPaused ? 0 : await this.#parts.nextDueMs();
    // Due already and still not claimed: it is blocked (an ordered head in flight, a limit) or another process has it.
    const waitMs = dueMs === null ? POLL_MS : Math.min(POLL_MS, dueMs <= 0 ? BLOCKED_POLL_MS : Math.ceil(dueMs));
    this.#poll = setTimeout(() => this.#wake(), waitMs);
  }

  #finish(receiver: Receiver, rows: readonly ClaimedRow[]): void {
    clearTimeout(receiver.timer ?? undefined);
    this.#waiting.delete(receiver);
    receiver.settle(rows);
    if (this.#waiting.size === 0 && !this.#claiming) this.#rest();
  }

  #refuse(receiver: Receiver, error: unknown): void {
    clearTimeout(receiver.timer ?? undefined);
    this.#waiting.delete(receiver);
    receiver.refuse(error);
  }

  #rest(): void {
    clearTimeout(this.#poll ?? undefined);
    this.#poll = null;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}

/** The receives of the next claim: the last one may exceed the limit, and the others wait until that is paid back. */
function withinAllowance(receivers: readonly Receiver[], allowance: number): readonly Receiver[] {
  let left = allowance;
  const end = receivers.findIndex(({ request }) => {
    if (left < 1) return true;
    left -= request.want;
    return false;
  });
  return end === -1 ? receivers : receivers.slice(0, end);
}

/** By hand: Map.groupBy came with Node 21. */
function groupByReceiver(rows: readonly ClaimedRow[]): Map<number, ClaimedRow[]> {
  const groups = new Map<number, ClaimedRow[]>();
  for (const row of rows) {
    const group = groups.get(row.receiver);
    if (group === undefined) groups.set(row.receiver, [row]);
    else group.push(row);
  }
  return groups;
}
