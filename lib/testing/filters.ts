import { expect } from 'vitest';

import type { DeliveredMessage, OutgoingMessage } from '../model/message/message';
import { systemActor } from '../model/audit/actor';
import { ack } from '../broker/delivery/ack';
import { createGroup } from '../broker/group/create';
import { readTimeline } from '../broker/message/read-timeline';
import { send } from '../broker/message/send';
import { createTopic } from '../broker/topic/create';
import { testMessage } from './broker';
import { brokerStage } from './broker-stage';

export type Names = { readonly topic: string; readonly group: string };

export const sql = (expression: string): { type: 'SQL'; expression: string } => ({ type: 'SQL', expression });
export const ids = (messages: readonly { messageId: string }[]): string[] => messages.map(({ messageId }) => messageId);

/** A broker, groups that choose from a topic, and what is on their books. */
export function filterStage() {
  const stage = brokerStage();
  let scenes = 0;
  async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}, queues = 1): Promise<Names> {
    scenes += 1;
    const names = { topic: `filter-${scenes}`, group: `chooser-${scenes}` };
    await createGroup(stage.broker.ctx, { name: names.group, actor: systemActor('test'), ...group });
    await createTopic(stage.broker.ctx, {
      name: names.topic,
      messageType: group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
      queues,
      actor: systemActor('test'),
    });
    return names;
  }

  async function sendMany(
    topic: string,
    count: number,
    fields: (index: number) => Partial<OutgoingMessage>,
  ): Promise<OutgoingMessage[]> {
    const messages = Array.from({ length: count }, (_, index) => testMessage(fields(index)));
    await send(stage.broker.ctx, { topic, messages });
    return messages;
  }

  async function ackAll(names: Names, entries: readonly DeliveredMessage[]): Promise<void> {
    const outcomes = await ack(stage.broker.ctx, { ...names, entries });
    expect(outcomes.map(({ error }) => error)).toEqual(entries.map(() => null));
  }

  /** Bits of all leases of a group, and its rows of anything that is not finished. */
  async function books({ group }: Names): Promise<Record<string, number>> {
    const { rows } = await stage.broker.database.store.console.query<Record<string, number>>(
      `SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int AS open, coalesce(sum(l.n), 0)::int AS leased,
              coalesce(sum(bit_count(l.failed::bit(64))), 0)::int AS failed,
              coalesce(sum((SELECT sum(bit_count((a & 4294967295)::bit(64))) FROM unnest(l.acks) a)), 0)::int AS acked,
              (SELECT count(*) FROM retry r WHERE r.group_id = g.group_id)::int AS retries,
              (SELECT count(*) FROM fifo_group f WHERE f.group_id = g.group_id)::int AS keys,
              (SELECT count(*) FROM dead_letter d WHERE d.group_id = g.group_id)::int AS dead
         FROM consumer_group g LEFT JOIN lease l ON l.group_id = g.group_id WHERE g.name = $1 GROUP BY g.group_id`,
      [group],
    );
    return rows[0] ?? {};
  }

  async function state(names: Names, messageId: string): Promise<string | undefined> {
    return (await readTimeline(stage.broker.ctx, { messageId })).find(({ group }) => group === names.group)?.state;
  }

  return { stage, scene, sendMany, ackAll, books, state };
}
