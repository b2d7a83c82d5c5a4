import { jsonOf, listOf, optional, recordOf, textOf, wholeOf } from '../admin/decode';
import type { StoredMessage } from '../wire/message';

/** What a broker writes down of 5.x consumption: a hand-out of messages, or the settlement of some. */
export type PopRecord =
  | (Base & { readonly kind: 'handed-out'; readonly untilMs: number })
  | (Base & { readonly kind: 'settled'; readonly storedMs: number });

interface Base {
  readonly group: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offsets: readonly number[];
  /** When it was handed out: names the lease. */
  readonly popMs: number;
}

/** Hand-outs and settlements wait here for their time, beside delayed messages of applications. */
export const WHEEL_TOPIC = 'rmq_sys_wheel_timer';

export function reviveTopic(cluster: string): string {
  return `rmq_sys_REVIVE_LOG_${cluster}`;
}

/** Null: something else. @throws DecodeError for a record that cannot be read */
export function popRecordOf(message: StoredMessage): PopRecord | null {
  const { TAGS: tag, REAL_TOPIC: realTopic = message.topic, TIMER_ENQUEUE_MS: waitedSince } = message.properties;
  if (!realTopic.startsWith('rmq_sys_REVIVE_LOG_') || (tag !== 'ck' && tag !== 'ack' && tag !== 'bAck')) return null;
  const record = recordOf(jsonOf(message.body), 'a record of consumption');
  const whole = (name: string): number => wholeOf(record[name], name);
  const first = whole('so');
  const base = {
    group: textOf(record.c, 'c'),
    topic: textOf(record.t, 't'),
    queueNo: whole('q'),
    popMs: whole('pt'),
  };
  if (tag === 'ck') {
    const differences = optional(listOf, record.d, 'd') ?? [];
    const offsets =
      differences.length > 0
        ? differences.map((difference) => first + wholeOf(difference, 'd'))
        : Array.from({ length: Math.max(1, whole('n')) }, (_, place) => first + place);
    return { ...base, kind: 'handed-out', offsets, untilMs: base.popMs + whole('it') };
  }
  const acknowledged = tag === 'ack' ? [whole('ao')] : listOf(record.aol, 'aol').map((one) => wholeOf(one, 'aol'));
  const storedMs = waitedSince === undefined ? message.storeTimestamp : Number(waitedSince);
  return { ...base, kind: 'settled', offsets: acknowledged, storedMs };
}
