import { systemActor } from '../model/audit/actor';
import type { DeliveredMessage } from '../model/message/message';
import { receiveNow, testMessage } from './broker';
import type { BrokerContext } from '../broker/context';
import { createBrokerContext } from '../broker/create-context';
import { ack } from '../broker/delivery/ack';
import { createGroup } from '../broker/group/create';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { join } from '../broker/broadcast/join';
import { brokerStage } from './broker-stage';

type Names = { topic: string; group: string };

/** A broker, and what the clients of a broadcast group do. */
export function broadcastStage() {
  const stage = brokerStage();
  let scenes = 0;
  async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}): Promise<Names> {
    scenes += 1;
    const names = { topic: `news-${scenes}`, group: `all-${scenes}` };
    await createGroup(stage.broker.ctx, {
      name: names.group,
      messageModel: 'broadcasting',
      actor: systemActor('test'),
      ...group,
    });
    await createTopic(stage.broker.ctx, {
      name: names.topic,
      messageType: group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
      queues: 2,
      actor: systemActor('test'),
    });
    return names;
  }

  async function enter(names: Names, ...clients: string[]): Promise<void> {
    for (const clientId of clients) await join(stage.broker.ctx, { group: names.group, clientId });
  }

  async function sendSome(topic: string, count: number): Promise<string[]> {
    const messages = Array.from({ length: count }, () => testMessage());
    for (const message of messages) await send(stage.broker.ctx, { topic, messages: [message] });
    return messages.map(({ messageId }) => messageId);
  }

  async function fetchAll(names: Names, clientId: string, ctx = stage.broker.ctx): Promise<DeliveredMessage[]> {
    const all: DeliveredMessage[] = [];
    for (;;) {
      const batch = await receiveNow(ctx, { ...names, clientId });
      if (batch.length === 0) return all;
      all.push(...batch);
    }
  }

  const idsOf = (messages: readonly DeliveredMessage[]): string[] =>
    messages.map(({ messageId }) => messageId).toSorted();

  async function ackAll(names: Names, entries: readonly DeliveredMessage[]): Promise<(string | null)[]> {
    return (await ack(stage.broker.ctx, { ...names, entries })).map(({ error }) => error?.code ?? null);
  }

  /** Every transition of the group's members: client, state, attempt, cause. */
  async function events(group: string): Promise<string[]> {
    const { rows } = await stage.broker.database.store.console.query<{ line: string }>(
      `SELECT concat_ws(' ', c.name, e.state, e.attempt, e.cause) AS line
       FROM delivery_event e JOIN consumer_group m ON m.group_id = e.group_id JOIN consumer_group g ON g.group_id = m.broadcast_of
       JOIN broadcast_member b ON b.group_id = m.group_id JOIN client c ON c.client_id = b.client_id
      WHERE g.name = $1 AND NOT (e.cause = 'delivered' AND e.attempt = 1) ORDER BY e.event_id`,
      [group],
    );
    return rows.map(({ line }) => line);
  }

  async function leftOvers(group: string): Promise<{ retries: number; dead: number; live: number }> {
    const { rows } = await stage.broker.database.store.console.query<{ retries: number; dead: number; live: number }>(
      `WITH holder AS (SELECT m.group_id FROM consumer_group m JOIN consumer_group g ON g.group_id = coalesce(m.broadcast_of, m.group_id) WHERE g.name = $1)
     SELECT (SELECT count(*) FROM retry r WHERE r.group_id IN (SELECT group_id FROM holder))::int AS retries,
            (SELECT count(*) FROM dead_letter d WHERE d.group_id IN (SELECT group_id FROM holder))::int AS dead,
            (SELECT count(*) FROM lease l WHERE l.live AND l.group_id IN (SELECT group_id FROM holder))::int AS live`,
      [group],
    );
    return rows[0] ?? { retries: -1, dead: -1, live: -1 };
  }

  function another(): Promise<BrokerContext> {
    const { log, metrics } = stage.broker.ctx;
    return createBrokerContext({ store: stage.broker.database.store, log, metrics, clock: stage.broker.clock });
  }

  return { stage, scene, enter, sendSome, fetchAll, idsOf, ackAll, events, leftOvers, another };
}
