import { LINEAGE_PROPERTY, ordOf } from '../../model/redrive/redrive-way';
import { DecodeError } from '../admin/decode';
import { consumerOffset } from '../admin/consumer-offset';
import type { Cluster } from '../cluster';
import { classicRetryTopic, deadLetterTopic } from '../read/retry-topic';
import { readFacts } from '../topology/read-facts';
import type { StoredMessage } from '../wire/message';
import { type PopRecord, popRecordOf, WHEEL_TOPIC } from './pop-record';
import { targetOf } from './send-copy';
import { readTail, type TailPlace } from './tail';
import {
  ANY_BROKER,
  type At,
  diesAnywhere,
  keyOf,
  otherDeaths,
  SCHEDULE_TOPIC,
  sightOf,
  tailsOf,
  type WatchPlan,
} from './tails';
import { type Evidence, type Place, see, sentTo, type Sighting, type Verdict, verdictOf } from './verdict';

/** As long as a lease may last, something may still come back where settlements cannot be seen. */
const LEASE_MS = 60_000;
/** Of a copy whose place is not known yet. */
const NOWHERE: Place = { queueNo: 0, offset: Number.MAX_SAFE_INTEGER };

export interface WatchedItem {
  readonly ord: number;
  readonly broker: string;
  /** The message's first topic. */
  readonly topic: string;
  /** Null: sent perhaps; its topics say it. */
  readonly place: Place | null;
}

/** What is known of one item after a round. */
export interface Watched {
  readonly ord: number;
  /** The broker has the copy. */
  readonly isStored: boolean;
  readonly place: Place | null;
  /** Of its newest copy: how often it had failed before. Also of one that died. */
  readonly attempt: number;
  readonly verdict: Verdict;
}

export interface Round {
  readonly items: readonly Watched[];
  /**
   * Brokers of which every tail was read to its end: only there something can be said not to be there. For how many
   * milliseconds every round came to its end: one that hung still takes what was sent to it before, after its first
   * answers.
   */
  readonly wholeForMs: ReadonlyMap<string, number>;
}

interface Entry {
  readonly item: WatchedItem;
  sighting: Sighting;
  isStored: boolean;
}

interface Held {
  readonly topic: string;
  readonly queueNo: number;
}

/**
 * Follows copies from outside: a round reads how far the group is and then every tail to its end, and
 * hands what it saw to the verdicts. Nothing of it is kept: a new one begins where the job began, and sees the same.
 */
export class Watch {
  readonly #entries = new Map<number, Entry>();
  readonly #next: Map<string, number>;
  /** By broker, when the rounds began that all came to their ends. */
  readonly #wholeSinceMs = new Map<string, number>();
  /** Copies by where they lie, for records that name only the place. */
  readonly #places = new Map<string, number>();
  /** Records of places that nothing is known of yet. */
  readonly #early = new Map<string, PopRecord[]>();

  constructor(
    private readonly cluster: Cluster,
    private readonly plan: WatchPlan,
  ) {
    this.#next = new Map(Object.entries(plan.starts));
  }

  /** Where the tails of a broker begin. Before that nothing is sent to it. */
  begin(starts: WatchPlan['starts']): void {
    for (const [place, offset] of Object.entries(starts))
      // The first one is from before the first copy.
      if (!place.startsWith(`${ANY_BROKER} `) || !this.#next.has(place)) this.#next.set(place, offset);
  }

  /** Also to tell the place of a copy that was known to be sent only. */
  add(item: WatchedItem): void {
    const known = this.#entries.get(item.ord);
    if (known !== undefined && (known.isStored || item.place === null)) return;
    const sighting = sentTo(item.place ?? NOWHERE, { sight: 'bound', leaseMs: LEASE_MS });
    this.#entries.set(item.ord, { item, sighting, isStored: item.place !== null });
    if (item.place !== null) this.#claim(item.ord, item.broker, targetOf(this.plan.way, this.#of(item)), item.place);
  }

  /** Decided for good, or taken back. */
  drop(ord: number): void {
    this.#entries.delete(ord);
  }

  async round(): Promise<Round> {
    const nowMs = performance.now();
    const facts = new Map((await readFacts(this.cluster)).parts.map(({ broker, value }) => [broker, value]));
    const places = this.plan.brokers.flatMap(({ broker, topics }): At[] => {
      const known = facts.get(broker);
      if (known === undefined || !this.#itemsOf(broker).some(() => true)) return [];
      return [{ broker, topics, facts: known, ask: (call, input) => this.cluster.ask(broker, call, input) }];
    });
    // Of all brokers before any tail: what died on another one since is in that one's tail.
    const begun = await this.#readAll(places, (at) => this.#beginAt(at));
    const read = await this.#readAll(places, (at) => this.#readAt(at));
    const isOtherRead = (await this.#readOtherDeaths(places)) && this.#areDeathsRead(places, read);
    const wholeForMs = new Map<string, number>();
    for (const { broker } of places) {
      const isWhole = begun.has(broker) && read.has(broker) && isOtherRead;
      for (const entry of this.#itemsOf(broker)) entry.sighting = see(entry.sighting, { kind: 'round-ended', isWhole });
      if (isWhole) wholeForMs.set(broker, nowMs - (this.#wholeSinceMs.get(broker) ?? nowMs));
    }
    // One that was not read at all begins anew too.
    for (const { broker } of this.plan.brokers) {
      const forMs = wholeForMs.get(broker);
      if (forMs === undefined) this.#wholeSinceMs.delete(broker);
      else this.#wholeSinceMs.set(broker, nowMs - forMs);
    }
    return {
      wholeForMs,
      items: [...this.#entries].map(([ord, { sighting, isStored }]) => ({
        ...{ ord, isStored, attempt: sighting.newest.attempt, verdict: verdictOf(sighting) },
        place: isNowhere(sighting.newest.at) ? null : sighting.newest.at,
      })),
    };
  }

  /** @returns the brokers where it came to its end */
  async #readAll(places: readonly At[], work: (at: At) => Promise<boolean>): Promise<ReadonlySet<string>> {
    const ended = new Set<string>();
    await Promise.all(
      places.map(async (at) => {
        const isWhole = await work(at).catch((error: unknown) => {
          this.cluster.options.log.debug({ broker: at.broker, error }, 'the outcome of copies could not be read');
          return false;
        });
        if (isWhole) ended.add(at.broker);
      }),
    );
    return ended;
  }

  /** For ways whose deaths may be on any broker, the dead letters of all must have been read. */
  #areDeathsRead(places: readonly At[], read: ReadonlySet<string>): boolean {
    return !diesAnywhere(this.plan.way) || places.every(({ broker }) => read.has(broker));
  }

  async #readOtherDeaths(places: readonly At[]): Promise<boolean> {
    const others = await otherDeaths(
      this.cluster,
      this.plan,
      places.map(({ broker }) => broker),
    );
    const whole = await Promise.all(
      others.map(async (place) => {
        const from = this.#next.get(place.key) ?? 0;
        try {
          const tailed = await readTail(place.ask, place, from, ({ properties }) => {
            const ord = ordOf(this.plan.lineage, properties[LINEAGE_PROPERTY]);
            if (ord !== null) this.#evidence(ord, { kind: 'died' });
          });
          this.#next.set(place.key, tailed.next);
          return tailed.isWhole;
        } catch (error) {
          this.cluster.options.log.debug({ place: place.key, error }, 'deaths of copies could not be read');
          return false;
        }
      }),
    );
    return whole.every(Boolean);
  }

  async #beginAt(at: At): Promise<boolean> {
    const { broker, facts, ask } = at;
    const sight = sightOf(this.plan.way, facts);
    const committed = new Map<string, Map<number, number>>();
    for (const { topic, queueNo } of this.#heldAt(broker)) {
      const offset = await ask(consumerOffset, { group: this.plan.group, topic, queueNo });
      if (offset !== null)
        committed.set(topic, (committed.get(topic) ?? new Map<number, number>()).set(queueNo, offset));
    }
    const atMs = this.cluster.options.now().getTime();
    for (const entry of this.#itemsOf(broker)) {
      const ofTopic = committed.get(targetOf(this.plan.way, this.#of(entry.item))) ?? new Map<number, number>();
      entry.sighting = see({ ...entry.sighting, sight }, { kind: 'round-began', committed: ofTopic, atMs });
    }
    return true;
  }

  async #readAt(at: At): Promise<boolean> {
    const { broker, ask } = at;
    let isWhole = true;
    for (const place of await tailsOf(this.cluster, this.plan, at)) {
      const key = keyOf(broker, place);
      const tailed = await readTail(ask, place, this.#next.get(key) ?? 0, (message) => this.#see(at, place, message));
      this.#next.set(key, tailed.next);
      isWhole &&= tailed.isWhole;
    }
    return isWhole;
  }

  #see({ broker, facts }: At, { topic, queueNo }: TailPlace, message: StoredMessage): void {
    if (topic === WHEEL_TOPIC || topic.startsWith('rmq_sys_REVIVE_LOG_')) {
      this.#seeRecord(broker, message);
      return;
    }
    const ord = ordOf(this.plan.lineage, message.properties[LINEAGE_PROPERTY]);
    const entry = ord === null ? undefined : this.#entries.get(ord);
    if (ord === null || entry === undefined) return;
    const attempt = message.reconsumeTimes - (this.plan.way === 'send-back' ? 1 : 0);
    if (topic === deadLetterTopic(this.plan.group)) this.#evidence(ord, { kind: 'died' });
    else if (topic === SCHEDULE_TOPIC) {
      if (message.properties['REAL_TOPIC'] !== classicRetryTopic(this.plan.group)) return;
      entry.isStored = true;
      const dueMs = message.storeTimestamp + (facts.delayLevelsMs[queueNo] ?? 0);
      this.#evidence(ord, { kind: 'scheduled', attempt, dueMs });
    } else this.#seeCopy(entry, topic, { queueNo, offset: message.queueOffset }, attempt);
  }

  #seeCopy(entry: Entry, topic: string, at: Place, attempt: number): void {
    const { ord, broker } = entry.item;
    const { sight, newest, scheduled } = entry.sighting;
    entry.isStored = true;
    // The first copy: where the message is from now on. What was heard of it before is of this place or of later ones.
    if (isNowhere(newest.at)) {
      const { committed, nowMs } = entry.sighting;
      entry.sighting = { ...sentTo(at, { sight, leaseMs: LEASE_MS }), committed, nowMs, scheduled };
      if (attempt > 0) entry.sighting = { ...entry.sighting, newest: { at, attempt } };
    } else this.#evidence(ord, { kind: 'copy', at, attempt });
    this.#claim(ord, broker, topic, at);
  }

  #claim(ord: number, broker: string, topic: string, at: Place): void {
    const key = placeKey(broker, topic, at);
    this.#places.set(key, ord);
    for (const record of this.#early.get(key) ?? []) this.#ofRecord(ord, at, record);
    this.#early.delete(key);
  }

  #seeRecord(broker: string, message: StoredMessage): void {
    const record = readRecord(message);
    if (record === null || record.group !== this.plan.group) return;
    for (const offset of record.offsets) {
      const at = { queueNo: record.queueNo, offset };
      const key = placeKey(broker, record.topic, at);
      const ord = this.#places.get(key);
      if (ord !== undefined) this.#ofRecord(ord, at, record);
      // A copy that was stored after its tail was read; what was read before it is of others.
      else if (offset >= (this.#next.get(keyOf(broker, { topic: record.topic, queueNo: record.queueNo })) ?? 0))
        this.#early.set(key, [...(this.#early.get(key) ?? []), record]);
    }
  }

  #ofRecord(ord: number, at: Place, record: PopRecord): void {
    const { popMs } = record;
    this.#evidence(
      ord,
      record.kind === 'handed-out'
        ? { kind: 'handed-out', at, popMs, untilMs: record.untilMs }
        : { kind: 'settled', at, popMs, storedMs: record.storedMs },
    );
  }

  #evidence(ord: number, evidence: Evidence): void {
    const entry = this.#entries.get(ord);
    if (entry !== undefined) entry.sighting = see(entry.sighting, evidence);
  }

  #itemsOf(broker: string): readonly Entry[] {
    return [...this.#entries.values()].filter(({ item }) => item.broker === broker);
  }

  /** The queues that copies lie in. */
  #heldAt(broker: string): readonly Held[] {
    const held = new Map<string, Held>();
    for (const { item, sighting } of this.#itemsOf(broker)) {
      const topic = targetOf(this.plan.way, this.#of(item));
      const { queueNo } = sighting.newest.at;
      if (!isNowhere(sighting.newest.at)) held.set(`${topic} ${queueNo}`, { topic, queueNo });
    }
    return [...held.values()];
  }

  #of({ topic }: Pick<WatchedItem, 'topic'>): { readonly group: string; readonly topic: string } {
    return { group: this.plan.group, topic };
  }
}

function isNowhere({ offset }: Place): boolean {
  return offset === NOWHERE.offset;
}

/** One that cannot be read is of a newer broker: what it says stays unseen, and no verdict comes of it. */
function readRecord(message: StoredMessage): PopRecord | null {
  try {
    return popRecordOf(message);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function placeKey(broker: string, topic: string, { queueNo, offset }: Place): string {
  return `${broker} ${topic} ${queueNo} ${offset}`;
}
