import { kept } from '../../../model/language/retell';
import type { BrokerContext } from '../../../broker';
import {
  type Cluster,
  type IndexedLetter,
  type Lane,
  type LetterPlace,
  type LetterTopic,
  listGroups,
  listLetterTopics,
  readLetters,
} from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { indexRound } from '../../../store/queries/cluster/cluster-lease';
import {
  letterGroup,
  letterGroups,
  letterQueueAdd,
  letterQueueEnd,
  letterQueueProblem,
  type LetterQueueRow,
  letterQueues,
  letterTopic,
} from '../../../store/queries/cluster/letter-queue';
import { letterStore, type NewLetter } from '../../../store/queries/cluster/letter-store';
import { traceDueAdd } from '../../../store/queries/cluster/trace-due';
import { retryRolledBack } from '../../../store/sql-errors';
import { applyReports } from './apply-reports';
import { TRACE_POLICY } from './trace-causes';

/** So often are the topics of a broker listed: a new dead-letter topic is found then. */
const TOPICS_MS = 30_000;
/** A transaction has so many letters, or so many bytes of bodies. */
const BATCH = { letters: 512, bytes: 8 * 1024 * 1024 } as const;
/** One queue after another has its turn: a long one does not keep the others waiting. */
const TURN_LETTERS = 4_096;

export const WRITE_ONLY = 'write only: the broker refuses every reader';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Known extends LetterTopic {
  readonly broker: string;
}

/** What one process knows of a cluster between two rounds. */
export class ClusterIndex {
  readonly #ctx: BrokerContext;
  /** The same with the letters of this cluster. */
  readonly #letters: BrokerContext;
  readonly #clusterId: number;
  readonly #topicIds = new Map<string, number>();
  readonly #groups = new Set<string>();
  #topics: readonly Known[] = [];
  #brokers: readonly string[] = [];
  #silent: Record<string, string> = {};
  #listedMs = Number.NEGATIVE_INFINITY;

  constructor(ctx: BrokerContext, letters: BrokerContext, clusterId: number) {
    this.#ctx = ctx;
    this.#letters = letters;
    this.#clusterId = clusterId;
  }

  /** The next time the topics are listed again: one was made readable. */
  lookAgain(): void {
    this.#listedMs = Number.NEGATIVE_INFINITY;
  }

  /** Everything that is new at all brokers, each read beside the others. @returns how many letters were indexed */
  async round(cluster: Cluster, goesOn: () => Promise<boolean>): Promise<number> {
    const db = this.#ctx.store.console;
    if (performance.now() - this.#listedMs >= TOPICS_MS) await this.#list(cluster);
    const rows = await letterQueues(db, this.#clusterId);
    await this.#endMissing(rows);
    const silent: Record<string, string> = { ...this.#silent };
    const counts = await Promise.all(
      this.#brokers
        .filter((broker) => this.#silent[broker] === undefined)
        .map(async (broker) => {
          try {
            return await this.#readBroker(cluster, broker, rows, goesOn);
          } catch (error) {
            if (!isBrokerError(error) || error.code !== 'unavailable') throw error;
            silent[broker] = kept(error.reason);
            // Its next turn is when the topics are listed.
            this.#silent[broker] = kept(error.reason);
            return 0;
          }
        }),
    );
    await indexRound(db, this.#ctx.clock.nowOrNull(), this.#clusterId, { brokers: this.#brokers, silent });
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #list(cluster: Cluster): Promise<void> {
    const { parts, silent } = await listLetterTopics(cluster);
    const answered = new Set(parts.map(({ broker }) => broker));
    this.#topics = [
      // What a silent broker had is still there as far as is known.
      ...this.#topics.filter(({ broker }) => !answered.has(broker)),
      ...parts.flatMap(({ broker, value }) => value.map((topic) => ({ ...topic, broker }))),
    ];
    this.#silent = Object.fromEntries(silent.map(({ broker, reason }) => [broker, kept(reason)]));
    this.#brokers = [...answered, ...Object.keys(this.#silent)].toSorted();
    await this.#seeGroups(cluster);
    // A silent broker has its next turn sooner.
    this.#listedMs = silent.length === 0 ? performance.now() : performance.now() - TOPICS_MS * 0.8;
  }

  async #seeGroups(cluster: Cluster): Promise<void> {
    const { groups } = await listGroups(cluster).catch(() => ({ groups: [] }));
    const unseen = groups.map(({ name }) => name).filter((name) => !this.#groups.has(name));
    if (unseen.length === 0) return;
    await letterGroups(this.#ctx.store.console, this.#ctx.clock.nowOrNull(), this.#clusterId, unseen);
    for (const name of unseen) this.#groups.add(name);
  }

  /** Topics that a broker which answers does not have any more. */
  async #endMissing(rows: readonly LetterQueueRow[]): Promise<void> {
    for (const { queueId, broker, group, queueNo, ended } of rows) {
      if (ended || !this.#brokers.includes(broker) || this.#silent[broker] !== undefined) continue;
      const topic = this.#topics.find((each) => each.broker === broker && each.group === group);
      if (topic === undefined || queueNo >= topic.queues)
        await letterQueueEnd(this.#ctx.store.console, this.#ctx.clock.nowOrNull(), queueId);
    }
  }

  async #readBroker(
    cluster: Cluster,
    broker: string,
    rows: readonly LetterQueueRow[],
    goesOn: () => Promise<boolean>,
  ): Promise<number> {
    let indexed = 0;
    for (const topic of this.#topics.filter((each) => each.broker === broker))
      for (let queueNo = 0; queueNo < topic.queues; queueNo += 1) {
        if (!(await goesOn())) return indexed;
        const row = rows.find(
          (each) => each.broker === broker && each.group === topic.group && each.queueNo === queueNo,
        );
        indexed += await this.#readQueue(cluster, topic, row ?? null, queueNo);
      }
    return indexed;
  }

  async #readQueue(cluster: Cluster, topic: Known, row: LetterQueueRow | null, queueNo: number): Promise<number> {
    const db = this.#ctx.store.console;
    let queue = row === null || row.ended ? await this.#begin(topic, queueNo, (row?.life ?? 0) + 1) : row;
    if (queue === null) return 0;
    if (!topic.isReadable) {
      await letterQueueProblem(db, queue.queueId, WRITE_ONLY);
      return 0;
    }
    let indexed = 0;
    let lane: Lane = 'background';
    while (indexed < TURN_LETTERS) {
      const batch = await this.#readBatch(cluster, queue, lane);
      if (batch === 'no topic' || batch === 'another life') {
        await letterQueueEnd(db, this.#ctx.clock.nowOrNull(), queue.queueId);
        if (batch === 'no topic') return indexed;
        queue = await this.#begin(topic, queueNo, queue.life + 1);
        if (queue === null) return indexed;
        continue;
      }
      const ids = await this.#store(queue, batch);
      if (ids === null) return indexed;
      indexed += ids;
      const { next, min, max, letters } = batch;
      queue = { ...queue, next, min, max, problem: null, lastStoreId: letters.at(-1)?.storeId ?? null };
      if (batch.next >= batch.max) break;
      lane = 'bulk';
    }
    return indexed;
  }

  async #begin(topic: Known, queueNo: number, life: number): Promise<LetterQueueRow | null> {
    const { broker, group } = topic;
    const db = this.#ctx.store.console;
    const groupId = await letterGroup(db, this.#ctx.clock.nowOrNull(), this.#clusterId, group);
    const place = { clusterId: this.#clusterId, broker, groupId, queueNo, life };
    const queueId = await letterQueueAdd(db, place);
    if (queueId === null) return null;
    return { ...place, queueId, group, next: 0, min: 0, max: 0, lastStoreId: null, problem: null, ended: false };
  }

  /** Some pulls together, so that a transaction is worth its commit. */
  async #readBatch(cluster: Cluster, queue: LetterQueueRow, lane: Lane): Promise<Batch | 'no topic' | 'another life'> {
    const letters: IndexedLetter[] = [];
    const gaps: Batch['gaps'][number][] = [];
    const place: Mutable<LetterPlace> = { ...queue };
    let bytes = 0;
    let min = 0;
    for (let pulls = 0; ; pulls += 1) {
      const read = await readLetters(cluster, place, pulls === 0 ? lane : 'bulk');
      if (read.kind !== 'read') {
        // What was read before it is stored first.
        if (letters.length === 0 && gaps.length === 0) return read.kind;
        return { from: queue.next, next: place.next, min, max: place.next + 1, letters, gaps };
      }
      min = read.min;
      letters.push(...read.letters);
      bytes += read.letters.reduce((sum, { body }) => sum + body.length, 0);
      if (read.gap !== null) gaps.push({ ...read.gap, why: whyOf(queue, read.gap) });
      const isFull = letters.length >= BATCH.letters || bytes >= BATCH.bytes;
      const isStuck = read.next === place.next;
      if (read.next >= read.max || isFull || isStuck)
        return { from: queue.next, next: read.next, min: read.min, max: isStuck ? read.next : read.max, letters, gaps };
      place.next = read.next;
      place.lastStoreId = read.letters.at(-1)?.storeId ?? null;
    }
  }

  /** @returns how many; null: another process was faster */
  async #store(queue: LetterQueueRow, { letters, ...batch }: Batch): Promise<number | null> {
    const { queueId, groupId, group, broker } = queue;
    // Nothing happened: nothing is written.
    if (letters.length === 0 && batch.gaps.length === 0 && isSame(queue, batch)) return 0;
    const rows: NewLetter[] = [];
    for (const { topic, deliveries, bornMs, deadMs, ...letter } of letters)
      rows.push({
        ...letter,
        ...{ topicId: await this.#topicId(topic), attempts: deliveries ?? 0 },
        ...{ bornAt: new Date(bornMs), deadAt: new Date(deadMs) },
      });
    const place = { clusterId: this.#clusterId, queueId, groupId, broker };
    const db = this.#ctx.store.console;
    const now = this.#ctx.clock.nowOrNull();
    const ids = await retryRolledBack(() => letterStore(db, now, { ...place, ...batch, letters: rows }));
    if (ids === null) return null;
    if (ids.length > 0) {
      await applyReports(this.#letters, this.#clusterId, { ids });
      await traceDueAdd(db, now, ids, TRACE_POLICY);
      this.#ctx.changes.emit({ kind: 'dead-letter', group });
    }
    return ids.length;
  }

  async #topicId(name: string): Promise<number> {
    const known = this.#topicIds.get(name);
    if (known !== undefined) return known;
    const made = await letterTopic(this.#ctx.store.console, this.#ctx.clock.nowOrNull(), this.#clusterId, name);
    this.#topicIds.set(name, made);
    return made;
  }
}

interface Batch {
  readonly from: number;
  readonly next: number;
  readonly min: number;
  readonly max: number;
  readonly letters: readonly IndexedLetter[];
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly why: string }[];
}

function isSame(queue: LetterQueueRow, { next, min, max }: Omit<Batch, 'letters'>): boolean {
  return queue.problem === null && queue.next === next && queue.min === min && queue.max === max;
}

/** What was gone when the topic was first read was not lost by this index. */
function whyOf({ next, life }: LetterQueueRow, { from, why }: { readonly from: number; readonly why: string }): string {
  return why === 'retention' && next === 0 && from === 0 && life === 1 ? 'before' : why;
}
