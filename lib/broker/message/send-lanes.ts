import type { Clock } from '../../model/clock';
import { BrokerError } from '../../model/errors';
import type { OutgoingMessage, SendReceipt } from '../../model/message';
import type { Metrics } from '../../model/metrics';
import type { Topic } from '../../model/topic';
import type { Store } from '../../store/client';
import { messagePlace } from '../../store/queries/message/message-place';
import { messageSend, type MessageSendItem, type MessageSendRow } from '../../store/queries/message/message-send';
import { scheduledSend } from '../../store/queries/schedule/scheduled-send';
import { isItemFault, retryRolledBack } from '../../store/sql-errors';
import { type BatcherOptions, KeyedBatchers } from '../batcher';
import { sendPatience } from '../throttle/patience';
import type { Protection } from '../throttle/protection';
import { batchesOf, MAX_BATCH, weighBatch } from './batches-of';
import { queueOfMessageGroup } from './choose-queue';

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
}

/** One lane per topic: sends of a topic share its queues, so two lanes would only wait for each other's locks. */
export class SendLanes {
  readonly #parts: SendParts;
  readonly #lanes = new KeyedBatchers<SendItem, SendReceipt[]>(() => this.#options());
  #turn = Math.floor(Math.random() * 64);

  constructor(parts: SendParts) {
    this.#parts = parts;
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
    const parts = batchesOf(messages);
    const lane = String(topic.topicId);
    return (await Promise.all(parts.map((part) => this.#lanes.submit(lane, { topic, messages: part })))).flat();
  }

  #options(): BatcherOptions<SendItem, SendReceipt[]> {
    return {
      run: (items) => this.#run(items),
      maxItems: MAX_BATCH.messages,
      maxWeight: 1,
      weigh: ({ messages }) => weighBatch(messages),
      mayRunAlone: isItemFault,
      patience: sendPatience(this.#parts.metrics, this.#parts.protection),
    };
  }

  async #run(items: readonly SendItem[]): Promise<SendReceipt[][]> {
    const { store, clock } = this.#parts;
    const [first] = items;
    if (first === undefined) return [];
    // Unordered messages of a batch go to one queue, the next batch to the next: one queue lock a batch.
    this.#turn = (this.#turn + 1) % first.topic.queueCount;
    const distinct = new Map<string, MessageSendItem>();
    for (const { topic, message } of items.flatMap(withTopic)) {
      const queueNo = message.messageGroup === null ? this.#turn : queueOfMessageGroup(topic, message.messageGroup);
      const queueId = topic.queueIds[queueNo];
      if (queueId === undefined) throw new Error(`topic ${topic.name} has no queue ${queueNo}`);
      if (!distinct.has(message.messageId)) distinct.set(message.messageId, { queueId, message });
    }
    const stored = [...distinct.values()];
    const rows = await retryRolledBack(() =>
      first.topic.messageType === 'DELAY'
        ? scheduledSend(store.broker, clock.nowOrNull(), first.topic.topicId, stored)
        : messageSend(store.broker, clock.nowOrNull(), stored),
    );
    const places = new Map(stored.map(({ message }, index) => [message.messageId, rows[index]]));
    const answers: SendReceipt[][] = [];
    const seen = new Set<string>();
    for (const { topic, messages } of items) {
      const receipts: SendReceipt[] = [];
      for (const message of messages) {
        const repeated = seen.has(message.messageId);
        seen.add(message.messageId);
        receipts.push(await this.#receipt(topic, message, places.get(message.messageId), repeated));
      }
      answers.push(receipts);
    }
    return answers;
  }

  async #receipt(
    topic: Topic,
    message: OutgoingMessage,
    row: MessageSendRow | undefined,
    repeated: boolean,
  ): Promise<SendReceipt> {
    if (row?.dueAt != null) {
      const queueNo = topic.queueIds.indexOf(row.queueId);
      const duplicate = repeated || row.duplicate;
      return { messageId: message.messageId, queueNo, offset: -1, duplicate, scheduledFor: row.dueAt };
    }
    const place =
      row?.off == null
        ? await messagePlace(this.#parts.store.broker, topic.topicId, message.messageId)
        : { queueId: row.queueId, off: row.off };
    // Its queues take nothing more: it was deleted since this process looked.
    if (place === null && row === undefined)
      throw new BrokerError('topic-not-found', `topic ${topic.name} does not exist.`, {
        field: 'topic',
        value: topic.name,
      });
    if (place === null) throw new Error(`message ${message.messageId} is neither stored nor a duplicate`);
    return {
      messageId: message.messageId,
      queueNo: topic.queueIds.indexOf(place.queueId),
      offset: place.off,
      duplicate: repeated || (row?.duplicate ?? true),
    };
  }
}

function withTopic({ topic, messages }: SendItem): { topic: Topic; message: OutgoingMessage }[] {
  return messages.map((message) => ({ topic, message }));
}
