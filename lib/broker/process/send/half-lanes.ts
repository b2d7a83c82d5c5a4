import { randomBytes } from 'node:crypto';

import type { Clock } from '../../../model/clock';
import type { TransactionPolicy } from '../../../model/message/half-message';
import type { Metrics } from '../../../model/metrics';
import type { OutgoingMessage, SendReceipt } from '../../../model/message/message';
import type { Topic } from '../../../model/topic/topic';
import type { Store } from '../../../store/client';
import { halfEnd, type HalfEndItem, type HalfEndRow } from '../../../store/queries/half-message/half-end';
import { halfStore, type HalfStoreItem } from '../../../store/queries/half-message/half-store';
import { isItemFault, retryRolledBack } from '../../../store/sql-errors';
import { KeyedBatchers } from '../batcher';
import { batchesOf, MAX_BATCH, weighBatch } from './batches-of';
import { sendPatience } from '../throttle/patience';
import type { Protection } from '../throttle/protection';

/** A commit carries its body inside the database: bodies of this many may be gathered in one statement. */
const MAX_ENDS = 32;
const TRANSACTION_ID_BYTES = 18;

interface HalfParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly transactions: TransactionPolicy;
  readonly protection: Protection;
}

/** Messages of one call, or as many of them as a batch may hold: they are stored together or not at all. */
interface StoreItem {
  readonly topic: Topic;
  readonly messages: readonly OutgoingMessage[];
  readonly producer: string;
}

interface EndItem extends HalfEndItem {
  readonly topicId: number;
}

/** Group commit of half messages and of their ends, one lane of each per topic. */
export class HalfLanes {
  readonly #parts: HalfParts;
  readonly #stores: KeyedBatchers<StoreItem, SendReceipt[]>;
  readonly #ends: KeyedBatchers<EndItem, HalfEndRow>;
  #turn = 0;

  constructor(parts: HalfParts) {
    this.#parts = parts;
    this.#stores = new KeyedBatchers(() => ({
      run: (items) => this.#runStores(items),
      maxItems: MAX_BATCH.messages,
      maxWeight: 1,
      weigh: ({ messages }) => weighBatch(messages),
      mayRunAlone: isItemFault,
      patience: sendPatience(parts.metrics, parts.protection),
    }));
    this.#ends = new KeyedBatchers(() => ({
      run: (items) => this.#runEnds(items),
      maxItems: MAX_ENDS,
      mayRunAlone: isItemFault,
    }));
  }

  /** What waits now, in the worst lane. */
  get pressure(): { readonly waiting: number; readonly headWaitMs: number } {
    return this.#stores.pressure;
  }

  /** Half messages that wait for the batch before theirs, all lanes. */
  get waiting(): number {
    return this.#stores.waiting;
  }

  async store(topic: Topic, messages: readonly OutgoingMessage[], producer: string): Promise<SendReceipt[]> {
    const parts = batchesOf(messages);
    const lane = String(topic.topicId);
    return (
      await Promise.all(parts.map((part) => this.#stores.submit(lane, { topic, messages: part, producer })))
    ).flat();
  }

  end(topicId: number, item: HalfEndItem): Promise<HalfEndRow> {
    return this.#ends.submit(String(topicId), { ...item, topicId });
  }

  async #runStores(items: readonly StoreItem[]): Promise<SendReceipt[][]> {
    const { store, clock, transactions } = this.#parts;
    const [first] = items;
    if (first === undefined) return [];
    const { topic } = first;
    this.#turn = (this.#turn + 1) % topic.queueCount;
    const queueNo = this.#turn;
    const queueId = topic.queueIds[queueNo];
    if (queueId === undefined) throw new Error(`topic ${topic.name} has no queue ${queueNo}`);
    const distinct = new Map<string, HalfStoreItem>();
    for (const { messages, producer } of items) {
      for (const message of messages) {
        if (distinct.has(message.messageId)) continue;
        // A client cannot end the transaction of another one by guessing: SDKs take any text for the id.
        const transactionId = randomBytes(TRANSACTION_ID_BYTES).toString('base64url');
        distinct.set(message.messageId, { message, producer, transactionId });
      }
    }
    const stored = [...distinct.values()];
    const rows = await retryRolledBack(() =>
      halfStore(store.broker, clock.nowOrNull(), transactions, { topicId: topic.topicId, queueId }, stored),
    );
    const found = new Map(stored.map(({ message }, index) => [message.messageId, rows[index]]));
    const seen = new Set<string>();
    return items.map(({ messages }) =>
      messages.map(({ messageId }) => {
        const row = found.get(messageId);
        if (row === undefined) throw new Error(`half message ${messageId} is neither stored nor a duplicate`);
        const duplicate = row.duplicate || seen.has(messageId);
        seen.add(messageId);
        // It has no place in the log before its commit.
        return { messageId, transactionId: row.transactionId, queueNo, offset: 0, duplicate };
      }),
    );
  }

  async #runEnds(items: readonly EndItem[]): Promise<HalfEndRow[]> {
    const { store, clock } = this.#parts;
    const [first] = items;
    if (first === undefined) return [];
    return await retryRolledBack(() => halfEnd(store.broker, clock.nowOrNull(), first.topicId, items));
  }
}
