import { ack, type AckOutcome } from '../broker/delivery/ack';
import { changeInvisible } from '../broker/delivery/change-invisible';
import { fail } from '../broker/delivery/fail';
import { createGroup, type CreateGroupInput } from '../broker/group/create';
import { updateGroup, type UpdateGroupInput } from '../broker/group/update';
import type { ReceiveInput } from '../broker/message/receive';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { systemActor } from '../model/audit/actor';
import type { DeliveredMessage, OutgoingMessage } from '../model/message/message';
import { receiveNow, type TestBroker, testMessage } from './broker';

const ACTOR = systemActor('test');
/** What the wire gives a simple consumer that names no longer time. */
const SIMPLE_MS = 10_000;

/** What a delivered message is known by when it comes back to the broker. */
export type Held = Pick<DeliveredMessage, 'receiptHandle' | 'messageId'>;

export interface DeadLetterLine {
  readonly messageId: string;
  readonly attempts: number;
  readonly cause: string;
}

let scenes = 0;

/** One topic and one consumer group of their own, and what applications do with them, on test time. */
export class Scene {
  readonly topic: string;
  readonly group: string;
  readonly #broker: TestBroker;

  private constructor(broker: TestBroker, names: { topic: string; group: string }) {
    this.#broker = broker;
    this.topic = names.topic;
    this.group = names.group;
  }

  static async open(broker: TestBroker, group: Partial<CreateGroupInput> = {}, topic?: string): Promise<Scene> {
    scenes += 1;
    const messageType = group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL';
    const names = { topic: topic ?? `topic-${scenes}`, group: `group-${scenes}` };
    await createGroup(broker.ctx, { name: names.group, actor: ACTOR, ...group });
    if (topic === undefined) await createTopic(broker.ctx, { name: names.topic, messageType, queues: 4, actor: ACTOR });
    return new Scene(broker, names);
  }

  /** Another group on the same topic. */
  beside(group: Partial<CreateGroupInput> = {}): Promise<Scene> {
    return Scene.open(this.#broker, group, this.topic);
  }

  async send(fields: Partial<OutgoingMessage> = {}): Promise<string> {
    const message = testMessage(fields);
    await send(this.#broker.ctx, { topic: this.topic, messages: [message] });
    return message.messageId;
  }

  async sendMany(count: number): Promise<string[]> {
    const messages = Array.from({ length: count }, () => testMessage());
    await send(this.#broker.ctx, { topic: this.topic, messages });
    return messages.map(({ messageId }) => messageId);
  }

  /** As a push consumer: 60 s, renewed by the broker. */
  push(input: Partial<ReceiveInput> = {}): Promise<DeliveredMessage[]> {
    return receiveNow(this.#broker.ctx, { topic: this.topic, group: this.group, ...input });
  }

  /** As a simple consumer. */
  simple(input: Partial<ReceiveInput> = {}): Promise<DeliveredMessage[]> {
    return this.push({ invisibleMs: SIMPLE_MS, autoRenew: false, ...input });
  }

  /** The one message that must be there. */
  async one(deliveries: Promise<DeliveredMessage[]>): Promise<DeliveredMessage> {
    const [message, ...others] = await deliveries;
    if (message === undefined || others.length > 0) throw new Error(`one message expected, ${others.length} more came`);
    return message;
  }

  fail({ receiptHandle, messageId }: Held): Promise<{ receiptHandle: string }> {
    return fail(this.#broker.ctx, { ...this.#names, receiptHandle, messageId, clientId: 'client-1' });
  }

  ack(...held: readonly Held[]): Promise<AckOutcome[]> {
    const entries = held.map(({ receiptHandle, messageId }) => ({ receiptHandle, messageId }));
    return ack(this.#broker.ctx, { ...this.#names, entries });
  }

  async change({ receiptHandle, messageId }: Held, invisibleMs: number): Promise<Held> {
    const input = { ...this.#names, receiptHandle, messageId, clientId: 'client-1', invisibleMs };
    return { ...(await changeInvisible(this.#broker.ctx, input)), messageId };
  }

  async edit(changes: Omit<UpdateGroupInput, 'name' | 'version' | 'actor'>): Promise<void> {
    const { version } = await this.#broker.ctx.groups.find(this.group);
    await updateGroup(this.#broker.ctx, { name: this.group, version, actor: ACTOR, ...changes });
  }

  async deadLetters(): Promise<DeadLetterLine[]> {
    const { rows } = await this.#broker.database.store.console.query<{
      msg_id: string;
      attempts: number;
      cause: string;
    }>(
      `SELECT d.msg_id, d.attempts, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id)
        WHERE g.name = $1 ORDER BY d.dead_at, d.dead_letter_id`,
      [this.group],
    );
    return rows.map(({ msg_id: messageId, attempts, cause }) => ({ messageId, attempts, cause }));
  }

  /** Moves the time to the very millisecond a message is due: nothing came before it. @returns the re-delivery */
  async dueAfter(waitMs: number, receive = () => this.push()): Promise<DeliveredMessage> {
    this.#broker.clock.advance(waitMs - 1);
    const early = await receive();
    if (early.length > 0) throw new Error(`${early.length} messages came before ${waitMs} ms were over`);
    this.#broker.clock.advance(1);
    return await this.one(receive());
  }

  get #names(): { readonly topic: string; readonly group: string } {
    return { topic: this.topic, group: this.group };
  }
}
