import { expect } from 'vitest';

import { systemActor } from '../model/audit/actor';
import type { OutgoingMessage, SendReceipt } from '../model/message/message';
import { receiveNow, testMessage } from './broker';
import { createGroup } from '../broker/group/create';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { endTransaction, type EndTransactionInput } from '../broker/transaction/end';
import { brokerStage } from './broker-stage';

const ACTOR = systemActor('test');

/** A broker, and what producers and consumers of a TRANSACTION topic do. */
export function transactionStage() {
  const stage = brokerStage();
  let made = 0;
  async function makeNames(): Promise<{ topic: string; group: string }> {
    made += 1;
    const names = { topic: `tx-${made}`, group: `readers-${made}` };
    await createTopic(stage.broker.ctx, { name: names.topic, messageType: 'TRANSACTION', queues: 3, actor: ACTOR });
    await createGroup(stage.broker.ctx, { name: names.group, actor: ACTOR });
    expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
    return names;
  }

  function half(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
    return testMessage({ messageType: 'TRANSACTION', ...fields });
  }

  async function sendHalf(topic: string, fields: Partial<OutgoingMessage> = {}): Promise<Required<SendReceipt>> {
    const [receipt] = await send(stage.broker.ctx, { topic, messages: [half(fields)], clientId: 'producer-1' });
    return receipt as Required<SendReceipt>;
  }

  function end(
    topic: string,
    receipt: Pick<Required<SendReceipt>, 'messageId' | 'transactionId'>,
    resolution: EndTransactionInput['resolution'],
    ctx = stage.broker.ctx,
  ): ReturnType<typeof endTransaction> {
    const { messageId, transactionId } = receipt;
    return endTransaction(ctx, {
      topic,
      messageId,
      transactionId,
      resolution,
      source: 'client',
      clientId: 'producer-1',
    });
  }

  async function bodies(names: { topic: string; group: string }): Promise<string[]> {
    return (await receiveNow(stage.broker.ctx, names)).map(({ body }) => body.toString());
  }

  /** Of one half message: its record, and whether its body is still kept beside the log. */
  async function record(messageId: string): Promise<Record<string, unknown> | undefined> {
    const { rows } = await stage.broker.database.store.console.query(
      'SELECT state, resolved_by, resolver, checks::int, body IS NOT NULL AS kept, off IS NOT NULL AS placed FROM half_message WHERE msg_id = $1',
      [messageId],
    );
    return rows[0];
  }

  return { stage, makeNames, half, sendHalf, end, bodies, record };
}
