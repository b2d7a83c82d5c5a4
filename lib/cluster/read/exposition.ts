import { CLUSTER_MARK_NAMES, CLUSTER_MARKS, type ClusterMarkName } from '../../model/cluster/cluster-mark';

/** name{labels} value, and perhaps when: Prometheus' text format. */
const SERIES = /^(rocketmq_[a-z_]+)\{(.*)\} (\S+)(?: -?\d+)?\s*$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const WATERMARK = 'rocketmq_processor_watermark';
const ANSWERS = 'rocketmq_rpc_latency_milliseconds_count';
/** Calls that store messages: SEND_MESSAGE, _V2, SEND_BATCH_MESSAGE. */
const SENDS = /^send_(batch_)?message(_v2)?$/;
/** Answers to a send that was not stored because of the broker: too much to do; disk full, or its store closed. */
const REFUSED = new Set(['system_busy', 'flow_control', 'service_not_available']);
const DENIED = 'no_permission';
const IN_FLIGHT = 'rocketmq_consumer_inflight_messages';
const MOST_BROKERS = 1_000;

/** The mark of a series, by its name or its processor. */
const MARK_OF: ReadonlyMap<string, ClusterMarkName> = new Map(
  CLUSTER_MARK_NAMES.flatMap((mark) => {
    const { metric } = CLUSTER_MARKS[mark];
    if (metric === null || 'answers' in metric) return [];
    return [['name' in metric ? metric.name : `${WATERMARK} ${metric.processor}`, mark] as const];
  }),
);
const NAMES: readonly string[] = [
  ...new Set([IN_FLIGHT, ANSWERS, ...[...MARK_OF.keys()].map((key) => key.split(' ')[0] ?? '')]),
];

export type MetricMarks = Readonly<Partial<Record<ClusterMarkName, number>>>;

/** What clients of a group hold of a topic, or of its retries, as one broker counts it since it started. */
export interface HeldCount {
  readonly topic: string;
  readonly isRetry: boolean;
  readonly count: number;
}

/** By a name of Apache RocketMQ, such as SYSTEM_BUSY. */
export type Counts = Readonly<Record<string, number>>;

/** Calls that a broker answered since it started. */
export interface AnswerCounts {
  readonly sends: number;
  /** Sends that it refused because it is busy or its disk is full, by what it answered. */
  readonly refused: Counts;
  /** Calls that it refused for lack of permission, or to a topic or broker that is closed, by call. */
  readonly denied: Counts;
}

interface OfBroker {
  readonly marks: Partial<Record<ClusterMarkName, number>>;
  readonly held: Map<string, HeldCount[]>;
}

type Labels = ReadonlyMap<string, string>;

/** The marks of brokers, and what clients hold of them, in what they report to Prometheus; all else is passed over. */
export class Exposition {
  readonly #brokers = new Map<string, OfBroker>();
  /** Of brokers of 5.3.3 that share a process the one that was started first has some series, and none of its own port. */
  readonly #answers = new Map<string, AnswerCounts>();

  add(line: string): void {
    // Most of a large cluster's lines are about its groups.
    if (!NAMES.some((name) => line.startsWith(name))) return;
    const [, name = '', text = '', number = ''] = SERIES.exec(line) ?? [];
    const labels = new Map([...text.matchAll(LABEL)].map(([, label = '', value = '']) => [label, value]));
    const value = Number(number);
    // What is not known is written as NaN, or below 0.
    if (number === '' || !Number.isFinite(value) || value < 0) return;
    if (name === IN_FLIGHT) return this.#addHeld(labels, value);
    if (name === ANSWERS) return this.#addAnswers(labels, value);
    const mark = MARK_OF.get(name === WATERMARK ? `${name} ${labels.get('processor') ?? ''}` : name);
    const marks = mark === undefined ? undefined : this.#broker(labels)?.marks;
    if (mark !== undefined && marks !== undefined) marks[mark] = Math.max(marks[mark] ?? 0, value);
  }

  /** Undefined: nothing of this broker is in it. */
  of(broker: string): MetricMarks | undefined {
    return this.#brokers.get(broker)?.marks;
  }

  /** By group; one that is missing had no client lately. */
  heldOf(broker: string): ReadonlyMap<string, readonly HeldCount[]> {
    return this.#brokers.get(broker)?.held ?? new Map<string, HeldCount[]>();
  }

  /** Null: it counts none, or is not in it. */
  answersOf(broker: string): AnswerCounts | null {
    return this.#brokers.has(broker) ? (this.#answers.get(broker) ?? null) : null;
  }

  get brokers(): readonly string[] {
    return [...this.#brokers.keys()].toSorted();
  }

  #addHeld(labels: Labels, count: number): void {
    const [group, topic] = [labels.get('consumer_group'), labels.get('topic')];
    if (group === undefined || topic === undefined) return;
    const held = this.#broker(labels)?.held;
    const counts = held?.get(group) ?? [];
    held?.set(group, counts);
    counts.push({ topic, isRetry: labels.get('is_retry') === 'true', count });
  }

  #addAnswers(labels: Labels, count: number): void {
    const name = labels.get('node_id');
    if (name === undefined || (this.#answers.size >= MOST_BROKERS && !this.#answers.has(name))) return;
    const { sends, refused, denied } = this.#answers.get(name) ?? { sends: 0, refused: {}, denied: {} };
    const [asked = '', answer = ''] = [labels.get('request_code'), labels.get('response_code')];
    const isSend = SENDS.test(asked);
    this.#answers.set(name, {
      sends: sends + (isSend ? count : 0),
      refused: isSend && REFUSED.has(answer) ? withMore(refused, answer, count) : refused,
      denied: answer === DENIED ? withMore(denied, asked, count) : denied,
    });
  }

  #broker(labels: Labels): OfBroker | undefined {
    const name = labels.get('node_id');
    if (name === undefined) return undefined;
    const found = this.#brokers.get(name);
    if (found !== undefined || this.#brokers.size >= MOST_BROKERS) return found;
    const made: OfBroker = { marks: {}, held: new Map() };
    this.#brokers.set(name, made);
    return made;
  }
}

function withMore(counts: Counts, name: string, count: number): Counts {
  const key = name.toUpperCase();
  return { ...counts, [key]: (counts[key] ?? 0) + count };
}
