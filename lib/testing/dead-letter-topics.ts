import { systemActor } from '../model/audit/actor';
import type { DeliveredMessage, OutgoingMessage } from '../model/message/message';
import { receiveNow, testMessage } from './broker';
import { ack } from '../broker/delivery/ack';
import { fail } from '../broker/delivery/fail';
import { createGroup } from '../broker/group/create';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { brokerStage } from './broker-stage';

export interface DeadLetterScene {
  readonly topic: string;
  readonly group: string;
  /** Name of the group's dead-letter topic. */
  readonly dlq: string;
  /** A group that reads it. */
  readonly reader: string;
}

/** A broker, groups whose messages die, and readers of their dead-letter topics. */
export function deadLetterStage() {
  const stage = brokerStage({ atFirstSegment: true });
  const actor = systemActor('test');
  let scenes = 0;

  async function scene(
    fields: Partial<Parameters<typeof createGroup>[1]> = {},
    { opened = true }: { opened?: boolean } = {},
  ): Promise<DeadLetterScene> {
    scenes += 1;
    const names = { topic: `orders-${scenes}`, group: `billing-${scenes}`, reader: `reader-${scenes}` };
    const dlq = `%DLQ%${names.group}`;
    await createTopic(stage.broker.ctx, {
      name: names.topic,
      messageType: fields.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
      queues: 1,
      actor,
    });
    await createGroup(stage.broker.ctx, { name: names.group, actor, maxRetries: 0, ...fields });
    await createGroup(stage.broker.ctx, { name: names.reader, actor });
    if (opened) await stage.broker.ctx.topics.find(dlq);
    return { ...names, dlq };
  }

  async function deliver(
    { topic, group }: Pick<DeadLetterScene, 'topic' | 'group'>,
    fields: Partial<OutgoingMessage> = {},
    as: Partial<Parameters<typeof receiveNow>[1]> = {},
  ): Promise<DeliveredMessage> {
    await send(stage.broker.ctx, { topic, messages: [testMessage(fields)] });
    return await next({ topic, group }, as);
  }

  async function next(
    names: Pick<DeadLetterScene, 'topic' | 'group'>,
    as: Partial<Parameters<typeof receiveNow>[1]> = {},
  ): Promise<DeliveredMessage> {
    const [message] = await receiveNow(stage.broker.ctx, { topic: names.topic, group: names.group, ...as });
    if (message === undefined) throw new Error('nothing was delivered');
    return message;
  }

  const verdict = ({ topic, group }: Pick<DeadLetterScene, 'topic' | 'group'>, message: DeliveredMessage) => ({
    topic,
    group,
    receiptHandle: message.receiptHandle,
    messageId: message.messageId,
    clientId: 'client-1',
  });

  const die = async (names: Pick<DeadLetterScene, 'topic' | 'group'>, message: DeliveredMessage): Promise<void> =>
    void (await fail(stage.broker.ctx, verdict(names, message)));

  /** Everything in the dead-letter topic that its reader has not had yet. */
  async function read({ dlq, reader }: DeadLetterScene): Promise<DeliveredMessage[]> {
    const messages: DeliveredMessage[] = [];
    for (;;) {
      const batch = await receiveNow(stage.broker.ctx, { topic: dlq, group: reader });
      if (batch.length === 0) return messages;
      await ack(stage.broker.ctx, { topic: dlq, group: reader, entries: batch });
      messages.push(...batch);
    }
  }

  const readIds = async (names: DeadLetterScene): Promise<string[]> =>
    (await read(names)).map(({ messageId }) => messageId);
  const moves = (): number => stage.broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0;

  return { stage, actor, scene, deliver, next, verdict, die, read, readIds, moves };
}
