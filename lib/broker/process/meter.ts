import type { MetricLabels, MetricName, Metrics } from '../../model/metrics';

export interface GroupFlow {
  delivered: number;
  redelivered: number;
  died: number;
  redriven: number;
}

export interface TopicFlow {
  messagesIn: number;
  bytesIn: number;
  refused: number;
  peakMessagesPerSecond: number;
  peakBytesPerSecond: number;
}

export interface RefusalFlow {
  readonly limit: string;
  readonly topic: string;
  readonly group: string;
  readonly client: string;
  /** Empty: it came without one, or is not known. */
  readonly accessKey: string;
  refused: number;
}

/** Messages that a filter left out. */
export interface FilterFlow {
  readonly group: string;
  readonly topic: string;
  filtered: number;
}

type Refused = Omit<RefusalFlow, 'refused'>;

export interface Counted {
  readonly groups: ReadonlyMap<string, GroupFlow>;
  readonly topics: ReadonlyMap<string, TopicFlow>;
  readonly refusals: readonly RefusalFlow[];
  readonly filtered: readonly FilterFlow[];
}

interface Second {
  readonly second: number;
  messages: number;
  bytes: number;
}

/**
 * Refused callers counted separately between two flushes, and how many of them a flush writes by name: the most
 * refused.
 */
const MAX_REMEMBERED = 5000;
const MAX_NAMED = 100;

/** Counts what the history keeps, beside the metrics of this process. Emptied by each flush. */
export class Meter implements Metrics {
  readonly #metrics: Metrics;
  #groups = new Map<string, GroupFlow>();
  #topics = new Map<string, TopicFlow>();
  #refusals = new Map<string, RefusalFlow>();
  #filtered = new Map<string, FilterFlow>();
  readonly #seconds = new Map<string, Second>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  observe(name: MetricName, labels: MetricLabels, value: number): void {
    this.#metrics.observe(name, labels, value);
  }

  count(name: MetricName, labels: MetricLabels, by = 1): void {
    this.#metrics.count(name, labels, by);
    // A series was made to begin at 0; nothing happened. Attached clusters have a history of their own.
    if (by === 0 || labels['cluster'] !== undefined) return;
    const { topic = '', consumer_group: group = '' } = labels;
    switch (name) {
      case 'rocketmq_messages_in_total':
        this.#in(topic, by, 0);
        break;
      case 'rocketmq_throughput_in_total':
        this.#in(topic, 0, by);
        break;
      case 'rocketmq_messages_out_total': {
        const flow = this.#group(group);
        flow.delivered += by;
        if (labels['is_retry'] === 'true') flow.redelivered += by;
        break;
      }
      case 'rocketmq_send_to_dlq_messages_total':
        this.#group(group).died += by;
        break;
      case 'redrive_redriven_messages_total':
        this.#group(group).redriven += by;
        break;
      case 'redrive_filtered_messages_total':
        this.#filter(group, topic, by);
        break;
      case 'redrive_throttled_requests_total':
        this.#refuse(
          {
            limit: labels['limit'] ?? '',
            topic,
            group,
            client: labels['client_id'] ?? '',
            accessKey: labels['access_key'] ?? '',
          },
          by,
        );
        break;
      default:
    }
  }

  /** Returns what was counted since the last call, and starts at 0. */
  drain(): Counted {
    const refusals = this.#foldedRefusals();
    const counted = { groups: this.#groups, topics: this.#topics, refusals, filtered: [...this.#filtered.values()] };
    this.#groups = new Map();
    this.#topics = new Map();
    this.#refusals = new Map();
    this.#filtered = new Map();
    return counted;
  }

  /** A flush failed: adds its counts again, for the next one. */
  restore({ groups, topics, refusals, filtered }: Counted): void {
    for (const [name, { delivered, redelivered, died, redriven }] of groups) {
      const flow = this.#group(name);
      flow.delivered += delivered;
      flow.redelivered += redelivered;
      flow.died += died;
      flow.redriven += redriven;
    }
    for (const [name, kept] of topics) {
      const flow = this.#topic(name);
      flow.messagesIn += kept.messagesIn;
      flow.bytesIn += kept.bytesIn;
      flow.refused += kept.refused;
      flow.peakMessagesPerSecond = Math.max(flow.peakMessagesPerSecond, kept.peakMessagesPerSecond);
      flow.peakBytesPerSecond = Math.max(flow.peakBytesPerSecond, kept.peakBytesPerSecond);
    }
    for (const kept of filtered) this.#filter(kept.group, kept.topic, kept.filtered);
    // The topic's own count came back with the topics above.
    for (const kept of refusals) this.#refusal(kept).refused += kept.refused;
  }

  #filter(group: string, topic: string, by: number): void {
    const key = JSON.stringify([group, topic]);
    const flow = this.#filtered.get(key) ?? { group, topic, filtered: 0 };
    flow.filtered += by;
    this.#filtered.set(key, flow);
  }

  #in(topic: string, messages: number, bytes: number): void {
    const flow = this.#topic(topic);
    flow.messagesIn += messages;
    flow.bytesIn += bytes;
    const second = Math.floor(performance.now() / 1000);
    const before = this.#seconds.get(topic);
    const current = before?.second === second ? before : { second, messages: 0, bytes: 0 };
    this.#seconds.set(topic, current);
    current.messages += messages;
    current.bytes += bytes;
    flow.peakMessagesPerSecond = Math.max(flow.peakMessagesPerSecond, current.messages);
    flow.peakBytesPerSecond = Math.max(flow.peakBytesPerSecond, current.bytes);
  }

  #refuse(who: Refused, by: number): void {
    // A refused receive does not count for its topic: a consumer repeats it many times a second.
    if (who.topic !== '' && who.group === '') this.#topic(who.topic).refused += by;
    this.#refusal(who).refused += by;
  }

  /** The rest are counted together, under an empty client name. */
  #foldedRefusals(): RefusalFlow[] {
    const named = [...this.#refusals.values()].filter(({ client }) => client !== '');
    for (const flow of named.toSorted((a, b) => b.refused - a.refused).slice(MAX_NAMED)) {
      this.#refusals.delete(keyOf(flow));
      this.#refusal(unnamed(flow)).refused += flow.refused;
    }
    return [...this.#refusals.values()];
  }

  #refusal(who: Refused): RefusalFlow {
    const key = keyOf(who);
    const known = this.#refusals.get(key);
    if (known !== undefined) return known;
    if (who.client !== '' && this.#refusals.size >= MAX_REMEMBERED) return this.#refusal(unnamed(who));
    const made = { ...who, refused: 0 };
    this.#refusals.set(key, made);
    return made;
  }

  #group(name: string): GroupFlow {
    const flow = this.#groups.get(name) ?? { delivered: 0, redelivered: 0, died: 0, redriven: 0 };
    this.#groups.set(name, flow);
    return flow;
  }

  #topic(name: string): TopicFlow {
    const empty = { messagesIn: 0, bytesIn: 0, refused: 0, peakMessagesPerSecond: 0, peakBytesPerSecond: 0 };
    const flow = this.#topics.get(name) ?? empty;
    this.#topics.set(name, flow);
    return flow;
  }
}

/** A client id belongs to one access key. */
function keyOf({ limit, topic, group, client }: Refused): string {
  return JSON.stringify([limit, topic, group, client]);
}

function unnamed({ limit, topic, group }: Refused): Refused {
  return { limit, topic, group, client: '', accessKey: '' };
}
