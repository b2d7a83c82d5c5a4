import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ClaimedRow } from '../../../store/queries/delivery/delivery-claim';
import { LaneWait } from './lane-wait';
import type { ReceiveLaneParts } from './receive-lane-parts';
import { groupByReceiver, type Receiver, type ReceiveRequest, withinAllowance } from './receivers';
import type { Lender, Loan } from './standbys';

/** A lane knows for so long what came since its last receive: a client receives again at once. */
const LINGER_MS = 250;
/** A claim beside another one costs a transaction of its own: from this many receives on it is worth that. */
const MIN_RECEIVERS_BESIDE = 4;
/** A receive that does not wait still looks behind messages its filter leaves out, this often. */
const CLAIMS_WITHOUT_WAIT = 64;

/**
 * All held receives of one (group, topic, filter): one claim at a time serves as many as wait. While there is a
 * backlog, a second one is under way beside it: the database works while this process hands out what the first one
 * brought. Two claims leave each other's queues alone, so one that found nothing beside another one has seen too
 * little: the lane looks again.
 *
 * A lane whose last claim left nothing is drained until something is due or wakes it: a further receive does not look
 * again, and a send may hand its messages over (`lend`). While it looks, it keeps half of its receives back for that: a
 * stream of sends would else find all of them in a claim, store its messages alone, and make the next claim necessary.
 */
export class ReceiveLane implements Lender {
  readonly #parts: ReceiveLaneParts;
  readonly #waiting = new Set<Receiver>();
  #claims = 0;
  /** Claims that have begun. */
  #claimed = 0;
  /** Receives that sends have borrowed, in so many loans. */
  #loans = 0;
  /** Claims that are under way, or the last one, ran beside another. */
  #beside = false;
  /** The last claim served each of its receives: there is more than it took. */
  #deep = true;
  #woken = false;
  #starting = false;
  readonly #wait: LaneWait;
  #unsubscribe: (() => void) | null = null;
  #turn = 0;
  #linger: NodeJS.Timeout | null = null;
  readonly #onWake = (): void => this.#wake();

  constructor(parts: ReceiveLaneParts) {
    this.#parts = parts;
    this.#wait = new LaneWait(parts, this.#onWake, (error) => this.#refuseFree(error));
  }

  /** No client receives, and it does not listen. */
  get idle(): boolean {
    return this.#waiting.size === 0 && this.#claims === 0 && this.#unsubscribe === null;
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
        claiming: false,
        claimsLeft: request.waitMs === 0 ? CLAIMS_WITHOUT_WAIT : 0,
      };
      const abort = (): void => {
        receiver.aborted = true;
        if (!receiver.claiming) this.#finish(receiver, []);
      };
      request.signal?.addEventListener('abort', abort, { once: true });
      if (request.waitMs > 0) {
        receiver.timer = setTimeout(() => {
          receiver.overdue = true;
          // A claim under way may still fill it, or show that there is something: that one answers.
          if (this.#claims === 0 && !receiver.claiming) this.#finish(receiver, []);
        }, request.waitMs);
      }
      this.#waiting.add(receiver);
      clearTimeout(this.#linger ?? undefined);
      this.#linger = null;
      this.#unsubscribe ??= this.#parts.subscribeToWakes(this.#onWake);
      if (request.waitMs === 0 || !this.#isDrained) this.#wake();
      else this.#wait.begin();
    });
  }

  lend(messages: number): Loan | null {
    if (!this.#mayLend) return null;
    const receivers: Receiver[] = [];
    let left = messages;
    for (const receiver of this.#waiting) {
      if (left <= 0) break;
      if (receiver.claiming || receiver.aborted || receiver.overdue) continue;
      receivers.push(receiver);
      left -= receiver.request.want;
    }
    if (left > 0) return null;
    for (const receiver of receivers) receiver.claiming = true;
    this.#loans += 1;
    const claimed = this.#claims > 0 ? -1 : this.#claimed;
    const end = (isGiven: boolean, each: (receiver: Receiver, index: number) => void): void => {
      receivers.forEach((receiver, index) => {
        receiver.claiming = false;
        each(receiver, index);
      });
      this.#loans -= 1;
      // A claim beside it has left its queue alone.
      if (!isGiven && claimed !== this.#claimed) this.#woken = true;
      this.#go();
    };
    return {
      requests: receivers.map(({ request }) => request),
      wake: this.#onWake,
      give: (rows) => end(true, (receiver, index) => this.#hand(receiver, rows[index] ?? [])),
      takeBack: () => end(false, () => undefined),
      fail: (error) => end(false, (receiver) => this.#refuse(receiver, error)),
    };
  }

  /** What its claims look for is not before what is sent now; one that has just been woken looks first. */
  get #mayLend(): boolean {
    if (this.#isDrained) return true;
    return this.#keepsBack && this.#claims > 0 && !Number.isFinite(this.#parts.allowance());
  }

  /** There is no backlog, as far as it knows. */
  get #keepsBack(): boolean {
    return this.#parts.takesAny && !this.#deep;
  }

  /** Not known to be drained while it has to look: a limit may hold back what is there. */
  get #isDrained(): boolean {
    if (!this.#parts.takesAny || this.#woken || performance.now() >= this.#wait.drainedUntilMs) return false;
    return !Number.isFinite(this.#parts.allowance());
  }

  #wake(): void {
    this.#wait.woken();
    this.#woken = true;
    if (this.#starting) return;
    this.#starting = true;
    // All that is said in this turn of the event loop is one wake-up: the sends of a batch, the receives of one packet.
    setImmediate(() => {
      this.#starting = false;
      this.#go();
    });
  }

  #go(): void {
    while (this.#claims === 0 ? this.#woken : this.#mayClaimBeside()) {
      const receivers = this.#next();
      // All of them are lent: one that comes back looks.
      if (receivers.length === 0 && this.#loans > 0) break;
      if (this.#claims === 0) this.#woken = false;
      if (receivers.length === 0) break;
      void this.#claim(receivers);
    }
    if (this.#claims > 0) return;
    for (const receiver of this.#waiting)
      if (!receiver.claiming && (receiver.overdue || receiver.aborted)) this.#finish(receiver, []);
    if (this.#waiting.size === 0) this.#rest();
    else this.#wait.begin();
  }

  #mayClaimBeside(): boolean {
    if (!this.#deep || this.#claims >= this.#parts.claimsAtOnce) return false;
    // What a claim takes is charged to the limits before the next one.
    return !Number.isFinite(this.#parts.allowance()) && this.#free().length >= MIN_RECEIVERS_BESIDE;
  }

  #free(): Receiver[] {
    return [...this.#waiting].filter(({ claiming }) => !claiming);
  }

  /** Those whom the next claim serves. */
  #next(): readonly Receiver[] {
    for (const receiver of this.#waiting) if (receiver.aborted && !receiver.claiming) this.#finish(receiver, []);
    const free = this.#free();
    const isShared = this.#deep && this.#parts.claimsAtOnce > 1;
    const half = Math.ceil(free.length / 2);
    const isHalved = this.#keepsBack || (isShared && half >= MIN_RECEIVERS_BESIDE);
    const count = isHalved && this.#claims === 0 ? half : free.length;
    // Claims side by side together serve no more than one alone: what they bring is in memory at once.
    const most = this.#parts.receiversPerClaim / (isShared ? this.#parts.claimsAtOnce : 1);
    return withinAllowance(free.slice(0, Math.min(count, most)), this.#parts.allowance());
  }

  async #claim(receivers: readonly Receiver[]): Promise<void> {
    this.#beside = this.#claims > 0;
    this.#claims += 1;
    this.#claimed += 1;
    this.#wait.claiming();
    for (const receiver of receivers) receiver.claiming = true;
    try {
      const more = await this.#claimOnce(receivers);
      if (more || this.#beside) this.#woken = true;
      else this.#wait.foundNothing();
    } catch (error) {
      for (const receiver of this.#waiting)
        if (!receiver.claiming || receivers.includes(receiver)) this.#refuse(receiver, error);
    } finally {
      this.#endClaim(receivers);
    }
  }

  #endClaim(receivers: readonly Receiver[]): void {
    for (const receiver of receivers) receiver.claiming = false;
    this.#claims -= 1;
    this.#go();
  }

  /** @returns whether to look again for those who wait */
  async #claimOnce(receivers: readonly Receiver[]): Promise<boolean> {
    const allowance = this.#parts.allowance();
    this.#turn = (this.#turn + 1) % this.#parts.queueCount;
    const { rows, passedOver, more } = await this.#parts.claim(
      this.#turn,
      receivers.map(({ request }) => request),
    );
    const byReceiver = groupByReceiver(rows);
    this.#deep = byReceiver.has(receivers.length);
    receivers.forEach((receiver, index) => {
      const claimed = byReceiver.get(index + 1) ?? [];
      if (passedOver > 0 && claimed.length === 0 && this.#mayLookOn(receiver)) this.#waitBehindOthers(receiver);
      else if (claimed.length > 0 || receiver.aborted || (receiver.overdue && !this.#beside))
        this.#hand(receiver, claimed);
    });
    if (Number.isFinite(allowance)) await this.#afterLimited(receivers, rows.length > 0);
    return more;
  }

  #hand(receiver: Receiver, claimed: readonly ClaimedRow[]): void {
    if (receiver.aborted && claimed.length > 0) this.#parts.returnUndelivered(claimed, receiver.request);
    this.#finish(receiver, receiver.aborted ? [] : claimed);
  }

  async #afterLimited(receivers: readonly Receiver[], gotSome: boolean): Promise<void> {
    // What it got is charged to the limits before the next claim.
    if (gotSome) await nextTurn();
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

  #finish(receiver: Receiver, rows: readonly ClaimedRow[]): void {
    clearTimeout(receiver.timer ?? undefined);
    this.#waiting.delete(receiver);
    receiver.settle(rows);
    if (this.#waiting.size === 0 && this.#claims === 0) this.#rest();
  }

  #refuse(receiver: Receiver, error: unknown): void {
    clearTimeout(receiver.timer ?? undefined);
    this.#waiting.delete(receiver);
    receiver.refuse(error);
  }

  /** The database cannot say when something is due. */
  #refuseFree(error: unknown): void {
    for (const receiver of this.#waiting) if (!receiver.claiming) this.#refuse(receiver, error);
    if (this.#waiting.size === 0) this.#rest();
  }

  #rest(): void {
    this.#wait.rest();
    if (this.#parts.takesAny && this.#unsubscribe !== null)
      this.#linger ??= setTimeout(() => this.#end(), LINGER_MS).unref();
    else this.#end();
  }

  #end(): void {
    this.#linger = null;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#wait.end();
    this.#parts.ended();
  }
}
