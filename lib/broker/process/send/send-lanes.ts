import type { Clock } from '../../../model/clock';
import type { OutgoingMessage, SendReceipt } from '../../../model/message/message';
import type { Metrics } from '../../../model/metrics';
import { topicNotFound } from '../../../model/not-found';
import type { Topic } from '../../../model/topic/topic';
import type { Store } from '../../../store/client';
import { messageAppend } from '../../../store/queries/message/message-append';
import { messagePlace } from '../../../store/queries/message/message-place';
import { messageSend, type MessageSendItem, type MessageSendRow } from '../../../store/queries/message/message-send';
import { scheduledSend } from '../../../store/queries/schedule/scheduled-send';
import { isItemFault, isUniqueViolation, retryRolledBack } from '../../../store/sql-errors';
import { type BatcherOptions, KeyedBatchers } from '../batcher';
import { sendPatience } from '../throttle/patience';
import type { Protection } from '../throttle/protection';
import type { Standbys } from '../delivery/standbys';
import type { SettingDirectory } from '../directories/settings';
import type { Wakeups } from '../wakeups';
import { batchesOf, MAX_BATCH, weighBatch } from './batches-of';
import { queueOfMessageGroup, queueOfPriority } from './choose-queue';
import { handOver, type Stored } from './hand-over';
import { LiteNames } from './lite-names';

/** Messages of one call, or as many of them as a batch may hold: they are stored together or not at all. */
interface SendItem {
  readonly topic: Topic;
  readonly messages: readonly OutgoingMessage[];
}

interface SendParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly protection: Protection;
  readonly standbys: Standbys;
  readonly wakeups: Wakeups;
  readonly settings: SettingDirectory;
}

/**
 * From this share of a full batch on (32 messages), the next one is sent while the one before is committed, to another
 * queue: on one queue they would only wait for each other's lock. Messages with a message group keep their order
 * because theirs go one after the other.
 */
const AHEAD = { batches: 2, fromWeight: 0.032 } as const;

/** One lane per topic: sends of a topic share its queues. */
export class SendLanes {
  readonly #parts: SendParts;
  readonly #lanes = new KeyedBatchers<SendItem, SendReceipt[]>(({ topic }) => this.#options(topic));
  readonly #names: LiteNames;
  #turn = Math.floor(Math.random() * 64);

  constructor(parts: SendParts) {
    this.#parts = parts;
    this.#names = new LiteNames(parts);
  }

  /** What waits now, in the worst lane. */
  get pressure(): { readonly waiting: number; readonly headWaitMs: number } {
    return this.#lanes.pressure;
  }

  /** Sends that wait for the batch before theirs, all lanes. */
  get waiting(): number {
    return this.#lanes.waiting;
  }

  async send(topic: Topic, messages: readonly OutgoingMessage[]): Promise<SendReceipt[]> {
    if (topic.messageType === 'LITE') await this.enterNames(topic, messages);
    const parts = batchesOf(messages);
    const lane = String(topic.topicId);
    return (await Promise.all(parts.map((part) => this.#lanes.submit(lane, { topic, messages: part })))).flat();
  }

  /** Before messages of a LITE topic are stored. @throws BrokerError lite-topic-quota */
  async enterNames(topic: Topic, messages: readonly OutgoingMessage[]): Promise<void> {
    await this.#names.enter(
      topic,
      messages.flatMap(({ messageGroup }) => messageGroup ?? []),
    );
  }

  #options({ messageType, queueCount }: Topic): BatcherOptions<SendItem, SendReceipt[]> {
    const maxRunning = messageType === 'NORMAL' ? Math.min(AHEAD.batches, queueCount) : 1;
    return {
      ahead: { maxRunning, fromWeight: AHEAD.fromWeight },
      run: (items) => this.#run(items),
      maxItems: MAX_BATCH.messages,
      maxWeight: 1,
      weigh: ({ messages }) => weighBatch(messages),
      mayRunAlone: isItemFault,
      patience: sendPatience(this.#parts.metrics, this.#parts.protection),
    };
  }

  async #run(items: readonly SendItem[]): Promise<SendReceipt[][]> {
    const [first] = items;
    if (first === undefined) return [];
    // Unordered messages of a batch go to one queue, the next batch to the next: one queue lock a batch.
    this.#turn = (this.#turn + 1) % first.topic.queueCount;
    // By message id, its place among the rows to store: an id that is given twice is stored once.
    const places = new Map<string, number>();
    const stored: MessageSendItem[] = [];
    const given = items.map(({ topic, messages }) =>
      messages.map((message) => {
        const known = places.get(message.messageId);
        if (known !== undefined) return { message, place: known, repeated: true };
        const place = stored.length;
        places.set(message.messageId, place);
        stored.push({ queueId: this.#queueOf(topic, message), message });
        return { message, place, repeated: false };
      }),
    );
    const { rows, servedWake } = await this.#store(first.topic, stored);
    if (rows.some(isReady)) this.#parts.wakeups.topic(first.topic.topicId, servedWake);
    const answers: SendReceipt[][] = [];
    for (const [index, { topic }] of items.entries()) {
      const receipts: SendReceipt[] = [];
      for (const { message, place, repeated } of given[index] ?? []) {
        const row = rows[place];
        // Nearly always known: no promise for each message.
        receipts.push(receiptOf(topic, message, row, repeated) ?? (await this.#lookUp(topic, message, row, repeated)));
      }
      answers.push(receipts);
    }
    return answers;
  }

  #queueOf(topic: Topic, { messageType, messageGroup, priority = 0 }: OutgoingMessage): number {
    const unordered = messageType === 'PRIORITY' ? queueOfPriority(topic, priority) : this.#turn;
    const queueNo = messageGroup === null ? unordered : queueOfMessageGroup(topic, messageGroup);
    const queueId = topic.queueIds[queueNo];
    if (queueId === undefined) throw new Error(`topic ${topic.name} has no queue ${queueNo}`);
    return queueId;
  }

  async #store(topic: Topic, items: readonly MessageSendItem[]): Promise<Stored> {
    const { store, clock } = this.#parts;
    const alone = (rows: readonly MessageSendRow[]): Stored => ({ rows, servedWake: null });
    return await retryRolledBack(async () => {
      if (topic.messageType === 'DELAY')
        return alone(await scheduledSend(store.broker, clock.nowOrNull(), topic.topicId, items));
      const appended = await this.#append(topic, items).catch((error: unknown) => {
        if (isUniqueViolation(error)) return null;
        throw error;
      });
      return appended ?? alone(await messageSend(store.broker, clock.nowOrNull(), items));
    });
  }

  async #append(topic: Topic, items: readonly MessageSendItem[]): Promise<Stored | null> {
    const { store, clock } = this.#parts;
    if (items.every(({ queueId }) => queueId === items[0]?.queueId)) return await handOver(this.#parts, topic, items);
    const rows = await messageAppend(store.broker, clock.nowOrNull(), topic, items);
    return rows && { rows, servedWake: null };
  }

  /** Another process stores the same id, or its topic was deleted. */
  async #lookUp(
    topic: Topic,
    message: OutgoingMessage,
    row: MessageSendRow | undefined,
    repeated: boolean,
  ): Promise<SendReceipt> {
    const place = await messagePlace(this.#parts.store.broker, topic.topicId, message.messageId);
    // Its queues take nothing more: it was deleted since this process looked.
    if (place === null && row === undefined) throw topicNotFound(topic.name);
    if (place === null) throw new Error(`message ${message.messageId} is neither stored nor a duplicate`);
    return {
      messageId: message.messageId,
      queueNo: topic.queueIds.indexOf(place.queueId),
      offset: place.off,
      duplicate: repeated || (row?.duplicate ?? true),
    };
  }
}

/** New in the log: there is something to deliver. */
function isReady({ off, duplicate, dueAt }: MessageSendRow): boolean {
  return off !== null && !duplicate && dueAt == null;
}

/** Null: its place is not known yet. */
function receiptOf(
  topic: Topic,
  { messageId }: OutgoingMessage,
  row: MessageSendRow | undefined,
  repeated: boolean,
): SendReceipt | null {
  if (row === undefined) return null;
  const queueNo = topic.queueIds.indexOf(row.queueId);
  const duplicate = repeated || row.duplicate;
  if (row.dueAt != null) return { messageId, queueNo, offset: -1, duplicate, scheduledFor: row.dueAt };
  return row.off === null ? null : { messageId, queueNo, offset: row.off, duplicate };
}
