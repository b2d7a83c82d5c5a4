import type { StoredMessage } from '../wire/message';
import { type ScheduledAtBroker, scheduledOf } from './scheduled';

interface Entry {
  readonly slotMs: number;
  readonly item: ScheduledAtBroker;
}

export interface WheelEntry extends Entry {
  readonly state: 'waiting' | 'due' | 'recalled';
  /** When the broker took the recall; null: it is not recalled. */
  readonly recalledMs: number | null;
}

/**
 * Messages of one topic with a delivery time, from the log behind the timer of a broker. One beyond the timer's window
 * is stored again on the way, and one that is recalled stays: a marker of the same time says that it is not delivered.
 */
export class WheelEntries {
  readonly #entries = new Map<string, Entry>();
  /** When the marker was stored. */
  readonly #recalled = new Map<string, number>();

  constructor(private readonly of: { readonly broker: string; readonly topic: string; readonly precisionMs: number }) {}

  see(message: StoredMessage): void {
    const { broker, topic, precisionMs } = this.of;
    const { REAL_TOPIC, TIMER_OUT_MS, TIMER_DEL_UNIQKEY: recalls, UNIQ_KEY: id } = message.properties;
    const slotMs = wholeOf(TIMER_OUT_MS);
    if (REAL_TOPIC !== topic || slotMs === null) return;
    if (recalls !== undefined) {
      this.#recalled.set(`${slotMs} ${recalls}`, message.storeTimestamp);
      return;
    }
    const key = `${slotMs} ${id ?? `at ${message.queueOffset}`}`;
    // The log is read oldest first.
    const first = this.#entries.get(key)?.item.scheduledAt;
    const takenMs = first === undefined ? takenAtMs(message) : Date.parse(first);
    const item = scheduledOf(message, { broker, topic, dueMs: dueAtMs(message, slotMs, precisionMs), takenMs });
    this.#entries.set(key, { slotMs, item });
  }

  /** Each that was seen, whatever came of it; one that is due was delivered, or is about to be. */
  all(readToMs: number): readonly WheelEntry[] {
    return [...this.#entries.values()].map(({ slotMs, item }) => {
      const recalledMs = this.#recalledMs(slotMs, item.messageId);
      const state = recalledMs !== null ? 'recalled' : slotMs < readToMs ? 'due' : 'waiting';
      return { slotMs, item, state, recalledMs };
    });
  }

  /** @param readToMs the time to which the broker has delivered: what was due before is gone */
  waitingAt(readToMs: number): readonly ScheduledAtBroker[] {
    return [...this.#entries.values()].flatMap(({ slotMs, item }) =>
      slotMs < readToMs || this.#recalledMs(slotMs, item.messageId) !== null ? [] : [item],
    );
  }

  /** Brokers write the topic before the id or not, by version and setting. */
  #recalledMs(slotMs: number, id: string): number | null {
    const keys = [id, `${this.of.topic}+${id}`];
    return keys.map((key) => this.#recalled.get(`${slotMs} ${key}`)).find((ms) => ms !== undefined) ?? null;
  }
}

/** Of one that was stored again, when the timer took the one before: to a second. */
function takenAtMs({ properties, storeTimestamp }: StoredMessage): number {
  return properties['TIMER_ROLL_TIMES'] === undefined
    ? storeTimestamp
    : (wholeOf(properties['TIMER_ENQUEUE_MS']) ?? storeTimestamp);
}

/** A broker rounds the time down to its slot, and delivers what is in it one slot later: not before it is due. */
function dueAtMs({ properties }: StoredMessage, slotMs: number, precisionMs: number): number {
  const asked = wholeOf(properties['TIMER_DELIVER_MS']);
  const latestMs = slotMs + precisionMs;
  return asked !== null && asked > slotMs && asked <= latestMs ? asked : latestMs;
}

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
