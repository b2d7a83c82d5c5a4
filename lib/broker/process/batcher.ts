export interface BatcherOptions<Item, Result> {
  /** Runs one batch; results in item order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
  readonly maxWeight?: number;
  readonly weigh?: (item: Item) => number;
  /** Whether a failed batch may be retried item by item, so that one bad item fails alone. */
  readonly mayRunAlone?: (error: unknown) => boolean;
  /** Absent: a call waits as long as it takes. */
  readonly patience?: Patience<Item>;
  /** Absent: one batch at a time, hence in order. */
  readonly ahead?: Ahead;
}

/**
 * Batches that do not wait for the one before: while one is committed, the next is prepared and sent. Each commit has a
 * cost of its own, so a further batch begins only when it is large enough to be worth one; smaller ones gather.
 */
export interface Ahead {
  readonly maxRunning: number;
  /** What must wait, in the unit of `weigh`. */
  readonly fromWeight: number;
}

/** How many may wait, and how long. A refused item has not been run. */
export interface Patience<Item> {
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly refuse: (item: Item, reason: { readonly waitedMs: number; readonly waiting: number }) => Error;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit without a timer: while one batch runs, calls gather; when it ends, all of them go in the next one.
 * An idle batcher adds no wait. With `ahead`, many that wait do not wait for its end.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  get idle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** How long the first waiting call has been waiting, milliseconds. */
  get headWaitMs(): number {
    const [head] = this.#waiting;
    return head === undefined ? 0 : performance.now() - head.sinceMs;
  }

  submit(item: Item): Promise<Result> {
    const { patience } = this.#options;
    if (patience !== undefined && this.#waiting.length >= patience.maxWaiting) {
      return Promise.reject(patience.refuse(item, { waitedMs: 0, waiting: this.#waiting.length }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, sinceMs: performance.now(), resolve, reject });
      this.#watch();
      if (!this.#mayStart()) return;
      this.#running += 1;
      // A microtask later: callers of the same tick share the first batch.
      queueMicrotask(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    do await this.#runBatch(this.#take());
    while (this.#mayGoOn());
    this.#running -= 1;
  }

  #mayStart(): boolean {
    const { maxRunning = 1 } = this.#options.ahead ?? {};
    return this.#running === 0 || (this.#running < maxRunning && this.#isWorthABatch());
  }

  /** Behind a batch that has just ended: what is not worth one of its own waits for the other that runs. */
  #mayGoOn(): boolean {
    return this.#waiting.length > 0 && (this.#running === 1 || this.#isWorthABatch());
  }

  #isWorthABatch(): boolean {
    const { ahead, weigh = () => 0 } = this.#options;
    let missing = ahead?.fromWeight ?? Number.POSITIVE_INFINITY;
    return this.#waiting.some(({ item }) => (missing -= weigh(item)) <= 0);
  }

  /** One timer, for the first call that waits behind a running batch. */
  #watch(): void {
    const { patience } = this.#options;
    const [head] = this.#waiting;
    if (patience === undefined || this.#timer !== null || head === undefined) return;
    this.#timer = setTimeout(
      () => {
        // After a stall of this process, the running batch may have ended already: that is handled first.
        setImmediate(() => {
          this.#timer = null;
          this.#refuseLate(patience);
          this.#watch();
        });
      },
      Math.max(1, head.sinceMs + patience.maxWaitMs - performance.now()),
    );
  }

  #refuseLate(patience: Patience<Item>): void {
    const nowMs = performance.now();
    const late = this.#waiting.findIndex(({ sinceMs }) => nowMs - sinceMs < patience.maxWaitMs);
    const count = late === -1 ? this.#waiting.length : late;
    const waiting = this.#waiting.length;
    for (const { item, sinceMs, reject } of this.#waiting.splice(0, count)) {
      reject(patience.refuse(item, { waitedMs: Math.round(nowMs - sinceMs), waiting }));
    }
  }

  #take(): Waiting<Item, Result>[] {
    const { maxItems, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 } = this.#options;
    let count = 0;
    let weight = 0;
    for (const { item } of this.#waiting) {
      weight += weigh(item);
      if (count > 0 && (count >= maxItems || weight > maxWeight)) break;
      count += 1;
    }
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return batch;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    // Another one took all that waited.
    if (batch.length === 0) return;
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        const result = results[index];
        if (result === undefined) waiting.reject(new Error('the batch gave no result for this item'));
        else waiting.resolve(result);
      });
    } catch (error) {
      if (batch.length > 1 && (this.#options.mayRunAlone?.(error) ?? false)) {
        for (const waiting of batch) await this.#runBatch([waiting]);
      } else {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  }
}

/** One batcher per key, made on demand for its first item and dropped when idle. */
export class KeyedBatchers<Item, Result> {
  readonly #make: (first: Item) => BatcherOptions<Item, Result>;
  readonly #batchers = new Map<string, Batcher<Item, Result>>();

  constructor(make: (first: Item) => BatcherOptions<Item, Result>) {
    this.#make = make;
  }

  /** All that wait for a batch, every lane. */
  get waiting(): number {
    let waiting = 0;
    for (const batcher of this.#batchers.values()) waiting += batcher.waiting;
    return waiting;
  }

  /** Of the fullest lane and of the one that waits longest. */
  get pressure(): { readonly waiting: number; readonly headWaitMs: number } {
    let [waiting, headWaitMs] = [0, 0];
    for (const batcher of this.#batchers.values()) {
      waiting = Math.max(waiting, batcher.waiting);
      headWaitMs = Math.max(headWaitMs, batcher.headWaitMs);
    }
    return { waiting, headWaitMs };
  }

  async submit(key: string, item: Item): Promise<Result> {
    const batcher = this.#batchers.get(key) ?? new Batcher(this.#make(item));
    this.#batchers.set(key, batcher);
    try {
      return await batcher.submit(item);
    } finally {
      if (batcher.idle && this.#batchers.get(key) === batcher) this.#batchers.delete(key);
    }
  }
}
