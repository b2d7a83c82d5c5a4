/**
 * What PostgreSQL holds of one ordered group on a topic with one queue, row by row, and what the clients know. Time is
 * no number: a lease is over or not, a waiting message is due or not. A message is named by its offset, and epochs are
 * compared only with each other.
 */
export interface State {
  /** The log: the key of the message at each offset. */
  readonly log: number[];
  /** By key: the newest message is stored, and its producer has no answer yet. */
  readonly unanswered: boolean[];
  /** `end_off` of the newest row of `lease`. */
  cursor: number;
  /** Rows of `lease` with open bits. */
  leases: Lease[];
  /** Rows of `fifo_group`, by key. */
  readonly keys: (KeyRow | null)[];
  /** Rows of `retry`, by offset. */
  readonly retry: (RetryRow | null)[];
  /** Rows of `dead_letter`, by offset. */
  readonly dead: (DeadLetter | null)[];
  /** Acknowledged for good: bits of `lease.acks`, and events `Commit`. */
  readonly done: boolean[];
  readonly jobs: Job[];
  /** What an expiry loop found, when another process comes between its look and its change. */
  looked: Looked | null;
  /** Receipt handles of each message, the newest first; at most two. */
  readonly handles: (readonly Handle[])[];
  /** The client that may rely on having the message, and how many deliveries of this life count. */
  readonly holder: (number | null)[];
  readonly counted: number[];
  /** What may still happen. */
  readonly left: Budget;
  /** `epoch_seq`. */
  next: number;
}

export interface Lease {
  readonly id: number;
  readonly client: number;
  readonly offs: readonly number[];
  open: number;
  acked: number;
  over: boolean;
  lost: number;
}

export interface KeyRow {
  /** `state` 1; else it is free, in the order of `ready`. */
  busy: boolean;
  lease: number | null;
  /** By offset; what of the lease is of this key. */
  mask: number;
  pos: number;
  skipped: boolean;
  ready: number;
}

export interface RetryRow {
  attempt: number;
  readonly generation: number;
  epoch: number;
  leased: boolean;
  early: boolean;
  /** Leased: it is over. Waiting: it is due. */
  due: boolean;
  client: number;
  lost: number;
}

export interface DeadLetter {
  readonly attempts: number;
  readonly generation: number;
}

export interface Job {
  running: boolean;
  /** Rows of `redrive_item`, by offset. */
  readonly items: (Item | null)[];
}

export interface Item {
  readonly generation: number;
  /** The one before it of the same key. */
  readonly previous: number | null;
  state: 'selected' | 'moved' | 'excluded';
}

export interface Looked {
  readonly leases: readonly { readonly id: number; readonly open: number }[];
  readonly retries: readonly { readonly off: number; readonly epoch: number }[];
}

export interface Handle {
  readonly epoch: number;
  readonly lease: boolean;
  /** An ack with it was answered with OK. */
  readonly won: boolean;
}

export interface Budget {
  revokes: number;
  lostReplies: number;
  jobs: number;
  looks: number;
  forwards: number;
}

export const bit = (off: number): number => 1 << off;

export function firstState(left: Budget): State {
  return {
    log: [],
    unanswered: [false, false],
    cursor: 0,
    leases: [],
    keys: [null, null],
    retry: [],
    dead: [],
    done: [],
    jobs: [],
    looked: null,
    handles: [],
    holder: [],
    counted: [],
    left,
    next: 1,
  };
}

export function copy(state: State): State {
  return {
    ...state,
    log: [...state.log],
    unanswered: [...state.unanswered],
    leases: state.leases.map((lease) => ({ ...lease })),
    keys: state.keys.map((row) => row && { ...row }),
    retry: state.retry.map((row) => row && { ...row }),
    dead: [...state.dead],
    done: [...state.done],
    jobs: state.jobs.map(({ running, items }) => ({ running, items: items.map((item) => item && { ...item }) })),
    handles: [...state.handles],
    holder: [...state.holder],
    counted: [...state.counted],
    left: { ...state.left },
  };
}
