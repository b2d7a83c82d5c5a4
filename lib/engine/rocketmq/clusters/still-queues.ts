import { type Told, told } from '../../../model/language/t';
import type { GroupLag } from '../../../cluster';

/** For less a queue is at work. */
const STILL_MS = 60_000;

/** A queue with messages to deliver whose position has not moved. */
export interface StillQueue {
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  /** The first of the readings of this console that found it there: it may be longer. */
  readonly since: string;
}

interface Seen {
  readonly offset: number;
  readonly since: string;
}

/** How long the first queue of a group has stood still; `since` null: none does. */
export interface StillNow {
  readonly since: Date | null;
  readonly why: Told | null;
}

/** Null: not known, because a broker is silent. Of a group that is paused no queue moves, and none is meant to. */
export function stillNow(
  { lag, still }: { readonly lag: Pick<GroupLag, 'silent'>; readonly still: readonly StillQueue[] },
  isPaused: boolean,
): StillNow | null {
  const [first, ...more] = isPaused ? [] : still.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  if (first === undefined) return lag.silent.length > 0 && !isPaused ? null : { since: null, why: null };
  const { topic, broker, queueNo, since } = first;
  const place = told('queue {queue} of {topic} on {broker}', { queue: String(queueNo), topic, broker });
  const why = more.length === 0 ? place : told('{place}, and {more, number} more', { place, more: more.length });
  return { since: new Date(since), why };
}

/** Brokers do not say which key of an ordered group is blocked, but its queue stands still meanwhile. */
export class StillQueues {
  readonly #seen = new Map<string, ReadonlyMap<string, Seen>>();

  /** Notes one more reading of a group. @returns the queues that have been where they are for a minute or longer */
  note({ group, topics, asOf }: GroupLag): readonly StillQueue[] {
    const before = this.#seen.get(group) ?? new Map<string, Seen>();
    const now = new Map<string, Seen>();
    const still: StillQueue[] = [];
    for (const { topic, queues } of topics)
      for (const { broker, queueNo, offset, endOffset } of queues) {
        if (offset.kind === 'unknown' || offset.value >= endOffset) continue;
        const key = `${broker} ${queueNo} ${topic}`;
        const last = before.get(key);
        const since = last?.offset === offset.value ? last.since : asOf;
        now.set(key, { offset: offset.value, since });
        if (Date.parse(asOf) - Date.parse(since) >= STILL_MS) still.push({ topic, broker, queueNo, since });
      }
    this.#seen.set(group, now);
    return still;
  }

  keep(groups: ReadonlySet<string>): void {
    for (const group of this.#seen.keys()) if (!groups.has(group)) this.#seen.delete(group);
  }
}
