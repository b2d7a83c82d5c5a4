import { ack } from '../broker/delivery/ack';
import { changeInvisible } from '../broker/delivery/change-invisible';
import { expire } from '../broker/delivery/expire';
import { fail } from '../broker/delivery/fail';
import { forward } from '../broker/delivery/forward';
import { deadLetterExhausted } from '../broker/delivery/dead-letter-exhausted';
import { createGroup } from '../broker/group/create';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { systemActor } from '../model/audit/actor';
import type { BrokerErrorCode } from '../model/errors';
import type { DeliveredMessage } from '../model/message/message';
import { receiveNow, type TestBroker, testMessage } from './broker';

export interface OrderedNames {
  readonly topic: string;
  readonly group: string;
}

export interface Asked {
  readonly count?: number;
  readonly attemptId?: string;
  readonly clientId?: string;
  readonly invisibleMs?: number;
}

let scenes = 0;

export const idOf = ({ topic }: OrderedNames, label: string): string => `${topic}-${label}`;

/** "m1 1": the message and which delivery of it this is. */
export const labels = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId, attempt }) => `${messageId.split('-').at(-1)} ${attempt}`);

export function pick(messages: readonly DeliveredMessage[], label: string): DeliveredMessage {
  const found = messages.find(({ messageId }) => messageId.endsWith(`-${label}`));
  if (found === undefined) throw new Error(`${label} was not delivered`);
  return found;
}

/**
 * One consumer of ordered groups on test time, in the words of the tests. `broker`: it is made before the first test.
 */
export class OrderedConsumer {
  readonly #broker: () => TestBroker;

  constructor(broker: () => TestBroker) {
    this.#broker = broker;
  }

  /** An ordered group, and messages whose key is the first letter of their label. */
  scene = async (maxRetries: number, ...sent: readonly string[]): Promise<OrderedNames> => {
    scenes += 1;
    const { ctx } = this.#broker();
    const names = { topic: `case-${scenes}`, group: `case-group-${scenes}` };
    const actor = systemActor('test');
    await createGroup(ctx, { name: names.group, deliveryOrder: 'ordered', maxRetries, actor });
    await createTopic(ctx, { name: names.topic, messageType: 'FIFO', queues: 1, actor });
    for (const label of sent) {
      const message = testMessage({ messageId: idOf(names, label), messageGroup: label.slice(0, 1) });
      await send(ctx, { topic: names.topic, messages: [message] });
    }
    return names;
  };

  /** A simple consumer's receive with 10 s. */
  take = (names: OrderedNames, asked: Asked = {}): Promise<DeliveredMessage[]> => {
    const { count = 32, invisibleMs = 10_000, ...rest } = asked;
    return receiveNow(this.#broker().ctx, { ...names, batchSize: count, autoRenew: false, invisibleMs, ...rest });
  };

  /** An ack. Null: OK. */
  answer = async (names: OrderedNames, message: DeliveredMessage): Promise<BrokerErrorCode | null> => {
    const [outcome] = await ack(this.#broker().ctx, { ...names, entries: [message] });
    return outcome?.error?.code ?? null;
  };

  fail = async (names: OrderedNames, message: DeliveredMessage): Promise<void> => {
    await fail(this.#broker().ctx, { ...names, ...message, clientId: 'client-1' });
  };

  forward = (names: OrderedNames, message: DeliveredMessage, deliveryAttempt: number): Promise<void> =>
    forward(this.#broker().ctx, { ...names, ...message, clientId: 'client-1', deliveryAttempt });

  /** @returns the message with its new handle */
  change = async (names: OrderedNames, message: DeliveredMessage, invisibleMs: number): Promise<DeliveredMessage> => {
    const input = { ...names, ...message, clientId: 'client-1', invisibleMs };
    return { ...message, ...(await changeInvisible(this.#broker().ctx, input)) };
  };

  /** Time goes by, and the workers do what is due. */
  pass = async (milliseconds: number): Promise<void> => {
    const { clock, ctx } = this.#broker();
    clock.advance(milliseconds);
    await expire(ctx);
    await deadLetterExhausted(ctx);
  };

  dead = async ({ group }: OrderedNames): Promise<unknown[]> => {
    const { rows } = await this.#broker().database.store.console.query(
      'SELECT d.msg_id AS id, d.attempts, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1',
      [group],
    );
    return rows;
  };

  /** The record of one message: "state attempt cause" of each transition. */
  story = async (names: OrderedNames, label: string): Promise<string[]> => {
    const { rows } = await this.#broker().database.store.console.query<{ line: string }>(
      `SELECT e.state || ' ' || e.attempt || ' ' || e.cause AS line
         FROM delivery_step e JOIN consumer_group g USING (group_id) JOIN message m USING (queue_id, off)
        WHERE g.name = $1 AND m.msg_id = $2 ORDER BY e.event_id, e.step`,
      [names.group, idOf(names, label)],
    );
    return rows.map(({ line }) => line);
  };
}
