import type { MessageType } from '../topic/topic';
import type { TimelineState } from './timeline';

/** How a found message stands for one group. */
export interface FoundState {
  readonly group: string;
  /** Null: each client of a broadcast group has a state of its own. */
  readonly state: TimelineState | null;
  /** An ordered group: it waits behind the head of its key. */
  readonly blocked: boolean;
  /** Deliveries made, of one that failed at least once. */
  readonly attempt: number | null;
  readonly maxRetries: number;
  /** The next try, or when the lease ends. */
  readonly at: Date | null;
}

/** Outside the log: it waits for its delivery time, or for the end of its transaction. */
export type WaitsOutside = 'scheduled' | 'recalled' | 'transaction';

export interface FoundMessage {
  readonly messageId: string;
  readonly topic: string;
  readonly type: MessageType;
  readonly queueNo: number;
  /** Null: not in the log. */
  readonly offset: number | null;
  readonly outside: WaitsOutside | null;
  readonly storedAt: Date;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  /** Null: it has none. */
  readonly priority: number | null;
  readonly keys: readonly string[];
  readonly bodyBytes: number;
  readonly groups: readonly FoundState[];
  /** More groups than these read it. */
  readonly moreGroups: boolean;
}

/** The states that a search can ask for: any group has the message in one of them. */
export const FIND_STATES = ['ready', 'in-flight', 'waiting-retry', 'consumed', 'dead'] as const;
export type FindState = (typeof FIND_STATES)[number];

/** What a search asks for: an id, a key, or a part of a topic. */
export interface FindInput {
  readonly id?: string | undefined;
  /** Its id, or one of its keys. */
  readonly any?: string | undefined;
  /** One of its keys, or its message group, letter by letter. */
  readonly key?: string | undefined;
  /** "name=value"; needs a topic and a time. */
  readonly property?: string | undefined;
  readonly topic?: string | undefined;
  /** Of an attached cluster; left out: all of them. */
  readonly broker?: string | undefined;
  readonly queue?: number | undefined;
  /** Of that queue: begin there, and go back. */
  readonly offset?: number | undefined;
  /** When it was stored. */
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  /** Of any group. */
  readonly state?: FindState | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** What deserves to be seen first, of all groups. */
const RANK: readonly TimelineState[] = [
  'dead',
  'held',
  'in-flight',
  'waiting-retry',
  'ready',
  'dropped',
  'discarded',
  'expired',
  'sent',
  'consumed',
  'filtered-out',
  'unrecorded',
];

/** The state to show for a message that several groups read; null: none reads it. */
export function worstOf(groups: readonly Pick<FoundState, 'state'>[]): TimelineState | null {
  const states = groups.flatMap(({ state }) => (state === null ? [] : [state]));
  return RANK.find((state) => states.includes(state)) ?? null;
}
