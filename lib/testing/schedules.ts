import { systemActor } from '../model/audit/actor';
import type { OutgoingMessage } from '../model/message/message';
import { receiveNow, testMessage } from './broker';
import { ack } from '../broker/delivery/ack';
import { createGroup } from '../broker/group/create';
import { createTopic } from '../broker/topic/create';
import { releaseDue } from '../broker/schedule/release-due';
import { brokerStage } from './broker-stage';

const ACTOR = systemActor('test');
const DAY = 86_400_000;

/** A broker, and what producers and consumers of a DELAY topic do. */
export function scheduleStage() {
  const stage = brokerStage({ atFirstSegment: true });
  async function scene(name: string, queues = 2): Promise<{ topic: string; group: string }> {
    await createGroup(stage.broker.ctx, { name, actor: ACTOR });
    await createTopic(stage.broker.ctx, { name, messageType: 'DELAY', queues, actor: ACTOR });
    // The group starts where it subscribes.
    await receiveNow(stage.broker.ctx, { topic: name, group: name });
    return { topic: name, group: name };
  }

  function delayed(aheadMs: number, fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
    return testMessage({ deliverAt: new Date(stage.broker.clock.nowOrNull().getTime() + aheadMs), ...fields });
  }

  async function releaseAll(): Promise<number> {
    let total = 0;
    for (let moved = await releaseDue(stage.broker.ctx); moved > 0; moved = await releaseDue(stage.broker.ctx))
      total += moved;
    return total;
  }

  /** Moves what earlier tests left waiting. */
  async function clearSchedule(): Promise<void> {
    stage.broker.clock.advance(2 * DAY);
    await releaseAll();
  }

  async function receiveAll(names: { topic: string; group: string }): Promise<string[]> {
    const ids: string[] = [];
    for (;;) {
      const batch = await receiveNow(stage.broker.ctx, names);
      if (batch.length === 0) return ids;
      ids.push(...batch.map(({ messageId }) => messageId));
      await ack(stage.broker.ctx, { ...names, entries: batch });
    }
  }

  return { stage, scene, delayed, releaseAll, clearSchedule, receiveAll };
}
