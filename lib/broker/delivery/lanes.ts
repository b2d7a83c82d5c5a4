import type { Clock } from '../../model/clock';
import type { ConsumerGroup } from '../../model/group';
import { LIMITS } from '../../model/limits';
import type { Log } from '../../model/log';
import type { Metrics } from '../../model/metrics';
import type { Topic } from '../../model/topic';
import type { Store } from '../../store/client';
import { attemptGiveBack } from '../../store/queries/delivery/attempt-give-back';
import { deliveryAbandon } from '../../store/queries/delivery/delivery-abandon';
import { type ClaimedRow, type ClaimScope, deliveryClaim } from '../../store/queries/delivery/delivery-claim';
import { fifoClaim } from '../../store/queries/delivery/fifo-claim';
import { groupQueueSubscribe } from '../../store/queries/delivery/group-queue-subscribe';
import { retryNextDue } from '../../store/queries/delivery/retry-next-due';
import { retryRolledBack } from '../../store/sql-errors';
import type { Protection } from '../throttle/protection';
import { throttled } from '../throttle/refuse';
import type { Wakeups } from '../wakeups';
import { AckLane } from './ack-lane';
import { FailLanes } from './fail-lanes';
import { ReceiveLane, type ReceiveRequest } from './receive-lane';

export interface LaneParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly wakeups: Wakeups;
  readonly protection: Protection;
}

const MAX_WELCOMED = 50_000;

/** Where concurrent calls of this process meet: receives per (group, topic, filter), acks, failures. */
export class DeliveryLanes {
  readonly acks: AckLane;
  readonly fails: FailLanes;
  readonly #parts: LaneParts;
  readonly #receives = new Map<string, ReceiveLane>();
  readonly #subscribed = new Set<string>();
  readonly #welcomed = new Set<string>();
  #held = 0;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.acks = new AckLane(parts);
    this.fails = new FailLanes(parts);
  }

  /** Receives held right now, all lanes. */
  get held(): number {
    return this.#held;
  }

  /** Receives held right now in the fullest lane. */
  get heldInFullestLane(): number {
    return Math.max(0, ...[...this.#receives.values()].map(({ held }) => held));
  }

  async receive(
    group: ConsumerGroup,
    topic: Topic,
    tags: readonly string[] | null,
    request: ReceiveRequest,
  ): Promise<readonly ClaimedRow[]> {
    await this.#subscribe(group, topic);
    await this.#welcome(group, request);
    const key = `${group.groupId} ${topic.topicId} ${group.deliveryOrder} ${tags === null ? '*' : tags.join('||')}`;
    const lane = this.#receives.get(key) ?? this.#makeLane(group, topic, tags);
    this.#refuseWhenFull(group, topic, lane);
    this.#receives.set(key, lane);
    this.#held += 1;
    try {
      return await lane.receive(request);
    } finally {
      this.#held -= 1;
      if (lane.idle && this.#receives.get(key) === lane) this.#receives.delete(key);
    }
  }

  #refuseWhenFull(group: ConsumerGroup, topic: Topic, lane: ReceiveLane): void {
    const { metrics, protection } = this.#parts;
    if (lane.held < protection.heldReceivesPerLane && this.#held < protection.heldReceives) return;
    const ofLane = lane.held >= protection.heldReceivesPerLane;
    throw throttled(metrics, {
      limit: 'held-receives',
      limitValue: ofLane
        ? `${protection.heldReceivesPerLane} per group, topic and filter`
        : `${protection.heldReceives} per process`,
      value: String(ofLane ? lane.held : this.#held),
      says: 'polling full',
      topic: topic.name,
      group: group.name,
    });
  }

  /**
   * The first receive of a client here may repeat one that another process answered into the void (it was killed between
   * commit and reply): what that one leased would be renewed for a client that never got it.
   */
  async #welcome(group: ConsumerGroup, { clientId, attemptId }: ReceiveRequest): Promise<void> {
    const key = `${group.groupId} ${clientId}`;
    if (attemptId === null || this.#welcomed.has(key)) return;
    if (this.#welcomed.size >= MAX_WELCOMED) this.#welcomed.clear();
    this.#welcomed.add(key);
    await attemptGiveBack(this.#parts.store.broker, this.#parts.clock.nowOrNull(), group.groupId, clientId, attemptId);
  }

  async #subscribe(group: ConsumerGroup, topic: Topic): Promise<void> {
    const key = `${group.groupId} ${topic.topicId}`;
    if (this.#subscribed.has(key)) return;
    await retryRolledBack(() =>
      groupQueueSubscribe(this.#parts.store.broker, this.#parts.clock.nowOrNull(), group.groupId, topic.topicId),
    );
    this.#subscribed.add(key);
  }

  #makeLane(group: ConsumerGroup, topic: Topic, tags: readonly string[] | null): ReceiveLane {
    const { store, clock, wakeups } = this.#parts;
    const scope = (firstQueueNo: number): ClaimScope => ({
      groupId: group.groupId,
      topicId: topic.topicId,
      tags,
      firstQueueNo,
    });
    const claim = async (
      firstQueueNo: number,
      requests: Parameters<typeof deliveryClaim>[3],
    ): Promise<ClaimedRow[]> => {
      if (group.deliveryOrder === 'concurrent') {
        return await retryRolledBack(() =>
          deliveryClaim(store.broker, clock.nowOrNull(), scope(firstQueueNo), requests, LIMITS.receiveBodyBytes),
        );
      }
      const rows: ClaimedRow[] = [];
      for (const [index, request] of requests.entries()) {
        const claimed = await retryRolledBack(() =>
          fifoClaim(store.broker, clock.nowOrNull(), scope(firstQueueNo), request),
        );
        if (claimed.length === 0) break;
        rows.push(...claimed.map((row) => ({ ...row, receiver: index + 1 })));
      }
      return rows;
    };
    return new ReceiveLane({
      claim,
      nextDueMs: () => retryNextDue(store.broker, clock.nowOrNull(), group.groupId, topic.topicId),
      giveBack: (rows) => void this.giveBack(group.groupId, rows),
      subscribeToWakes: (wake) => wakeups.subscribe(topic.topicId, group.groupId, wake),
      queueCount: topic.queueCount,
    });
  }

  /** Claimed, but nobody is there to take it: visible again after a second, recorded as client-gone. */
  async giveBack(
    groupId: number,
    rows: readonly Pick<ClaimedRow, 'queue_id' | 'off' | 'lease_id' | 'epoch'>[],
  ): Promise<void> {
    try {
      await deliveryAbandon(this.#parts.store.broker, this.#parts.clock.nowOrNull(), groupId, rows);
    } catch (error) {
      // The lease ends by itself; this only would have been sooner.
      this.#parts.log.warn({ error, groupId, messages: rows.length }, 'claimed messages could not be given back early');
    }
  }
}
