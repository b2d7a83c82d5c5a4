import type { Clock } from '../../model/clock';
import type { ConsumerGroup } from '../../model/group';
import { LIMITS } from '../../model/limits';
import type { Log } from '../../model/log';
import type { Metrics } from '../../model/metrics';
import type { Topic } from '../../model/topic';
import type { Store } from '../../store/client';
import { type AbandonedDelivery, deliveryAbandon } from '../../store/queries/delivery/delivery-abandon';
import { broadcastAttemptReturn, broadcastReturn } from '../../store/queries/broadcast/broadcast-return';
import {
  type ClaimedRow,
  type ClaimReceiver,
  type ClaimScope,
  deliveryClaim,
} from '../../store/queries/delivery/delivery-claim';
import { fifoClaim } from '../../store/queries/delivery/fifo-claim';
import { fifoReenter } from '../../store/queries/delivery/fifo-reenter';
import { groupQueueSubscribe } from '../../store/queries/delivery/group-queue-subscribe';
import { retryNextDue } from '../../store/queries/delivery/retry-next-due';
import { retryRolledBack } from '../../store/sql-errors';
import { type FilteredClaim, FilteredClaims, NOTHING } from '../filter/filtered-claims';
import type { ParsedFilter } from '../filter/parse-filter';
import type { Protection } from '../throttle/protection';
import { throttled } from '../throttle/refuse';
import type { Deaths } from '../dead-letter/deaths';
import type { Wakeups } from '../wakeups';
import { AckLane } from './ack-lane';
import { FailLanes } from './fail-lanes';
import { LostAttempts } from './lost-attempts';
import { Repeats, type Suspicion } from './repeats';
import { type Claim, ReceiveLane, type ReceiveRequest } from './receive-lane';

export interface LaneParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly wakeups: Wakeups;
  readonly protection: Protection;
  readonly deaths: Deaths;
  /** Messages that its limits let a group have now. */
  readonly allowance: (group: string) => number;
}

/** Part of a reply, with the time of its delivery. */
export interface HandedOut extends AbandonedDelivery {
  readonly handedAt: Date;
}

function handedOut(invisibleMs: number): (row: ClaimedRow) => HandedOut {
  return (row) => ({ ...row, handedAt: new Date(row.expires_at.getTime() - invisibleMs) });
}

const MAX_SUBSCRIBED = 50_000;

/** Where concurrent calls of this process meet: receives per (group, topic, filter), acks, failures. */
export class DeliveryLanes {
  readonly acks: AckLane;
  readonly fails: FailLanes;
  readonly #parts: LaneParts;
  readonly #receives = new Map<string, ReceiveLane>();
  /** Kept while under way too: a thousand receives that begin together share one statement. */
  readonly #subscribed = new Map<string, Promise<unknown>>();
  readonly #repeats = new Repeats();
  readonly #lostAttempts: LostAttempts;
  /** Held receives of ordered groups that may be repeats. */
  readonly #mayRepeat = new WeakSet<ClaimReceiver>();
  #held = 0;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.acks = new AckLane(parts);
    this.#lostAttempts = new LostAttempts(parts);
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
    filter: ParsedFilter,
    request: ReceiveRequest,
  ): Promise<readonly ClaimedRow[]> {
    await this.#subscribe(group, topic);
    await this.#takeBack(group, request, this.#repeats.suspect(group.groupId, topic.topicId, request));
    const key = `${group.groupId} ${topic.topicId} ${group.deliveryOrder} ${filter.key}`;
    const lane = this.#receives.get(key) ?? this.#makeLane(group, topic, filter);
    this.#refuseWhenFull(group, topic, lane);
    this.#receives.set(key, lane);
    this.#held += 1;
    let answered = false;
    try {
      const rows = await lane.receive(request);
      answered = rows.length > 0;
      return rows;
    } finally {
      this.#held -= 1;
      this.#repeats.ended(group.groupId, topic.topicId, request, answered);
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
   * What an earlier try of this receive was handed, and the client never got, would be renewed for it as long as the
   * consumption timeout allows: it is delivered again now. An ordered group gets the same deliveries again
   * (fifo_reenter).
   */
  async #takeBack(
    { groupId, deliveryOrder, broadcastOf }: ConsumerGroup,
    request: ReceiveRequest,
    suspicion: Suspicion,
  ): Promise<void> {
    const { clientId, attemptId } = request;
    if (suspicion === 'none' || attemptId === null) return;
    const { store, clock } = this.#parts;
    if (broadcastOf !== null) {
      // It searches the history of the member, not only its held messages.
      if (suspicion === 'likely')
        await retryRolledBack(() =>
          broadcastAttemptReturn(store.broker, clock.nowOrNull(), groupId, clientId, attemptId),
        );
    } else if (deliveryOrder === 'ordered') this.#mayRepeat.add(request);
    else await this.#lostAttempts.takeBack({ groupId, clientId, attemptId }, request.signal);
  }

  async #subscribe(group: ConsumerGroup, topic: Topic): Promise<void> {
    const key = `${group.groupId} ${topic.topicId}`;
    const known = this.#subscribed.get(key);
    if (known === undefined && this.#subscribed.size >= MAX_SUBSCRIBED) this.#subscribed.clear();
    await (known ?? this.#startSubscribing(key, group, topic));
  }

  #startSubscribing(key: string, { groupId }: ConsumerGroup, { topicId }: Topic): Promise<unknown> {
    const { store, clock } = this.#parts;
    const subscribing = retryRolledBack(() => groupQueueSubscribe(store.broker, clock.nowOrNull(), groupId, topicId));
    this.#subscribed.set(key, subscribing);
    // The next receive retries it.
    subscribing.catch(() => this.#subscribed.delete(key));
    return subscribing;
  }

  #makeLane(group: ConsumerGroup, topic: Topic, filter: ParsedFilter): ReceiveLane {
    const { store, clock, wakeups, allowance } = this.#parts;
    const filtered = new FilteredClaims(store, clock);
    const ordered = group.deliveryOrder === 'ordered';
    const claim = async (firstQueueNo: number, receivers: readonly ReceiveRequest[]): Promise<Claim> => {
      const scope = { groupId: group.groupId, topicId: topic.topicId, tags: filter.tags, firstQueueNo };
      return ordered
        ? await this.#claimOrdered(filtered, scope, filter, receivers)
        : await this.#claimConcurrent(filtered, scope, filter, receivers);
    };
    return new ReceiveLane({
      claim,
      allowance: () => allowance(group.name),
      nextDueMs: () => retryNextDue(store.broker, clock.nowOrNull(), group.groupId, topic.topicId),
      returnUndelivered: (rows, { invisibleMs }) =>
        void this.returnUndelivered(group, rows.map(handedOut(invisibleMs))),
      subscribeToWakes: (wake) => wakeups.subscribe(topic.topicId, group.groupId, wake),
      queueCount: topic.queueCount,
    });
  }

  async #claimConcurrent(
    filtered: FilteredClaims,
    scope: ClaimScope,
    { sql, tags }: ParsedFilter,
    receivers: readonly ClaimReceiver[],
  ): Promise<Claim> {
    if (sql !== null) return await filtered.sql(scope, sql, receivers);
    if (tags !== null) return await filtered.tagged({ ...scope, tags }, receivers);
    const { store, clock } = this.#parts;
    const rows = await retryRolledBack(() =>
      deliveryClaim(store.broker, clock.nowOrNull(), scope, receivers, LIMITS.receiveBodyBytes),
    );
    return { ...NOTHING, rows };
  }

  /** Repeated receives first: they get what they got before, not more, and it matched when they got it. */
  async #claimOrdered(
    filtered: FilteredClaims,
    scope: ClaimScope,
    filter: ParsedFilter,
    receivers: readonly ClaimReceiver[],
  ): Promise<Claim> {
    const { store, clock, wakeups } = this.#parts;
    const rows = receivers.some((each) => this.#mayRepeat.has(each))
      ? await retryRolledBack(() => fifoReenter(store.broker, clock.nowOrNull(), scope, receivers))
      : [];
    const served = new Set(rows.map(({ receiver }) => receiver));
    let passedOver = 0;
    let frees = false;
    for (const [index, receiver] of receivers.entries()) {
      if (served.has(index + 1)) continue;
      const claimed = await this.#claimOrderedOnce(filtered, scope, filter, receiver);
      passedOver += claimed.passedOver;
      frees ||= claimed.frees;
      if (claimed.rows.length === 0) break;
      rows.push(...claimed.rows.map((row) => ({ ...row, receiver: index + 1 })));
    }
    if (frees) wakeups.group(scope.groupId);
    return { rows, passedOver };
  }

  async #claimOrderedOnce(
    filtered: FilteredClaims,
    scope: ClaimScope,
    { sql, tags }: ParsedFilter,
    receiver: ClaimReceiver,
  ): Promise<FilteredClaim> {
    if (sql !== null) return await filtered.orderedSql(scope, sql, receiver);
    if (tags !== null) return await filtered.orderedTagged({ ...scope, tags }, receiver);
    const { store, clock } = this.#parts;
    const rows = await retryRolledBack(() => fifoClaim(store.broker, clock.nowOrNull(), scope, receiver));
    return { ...NOTHING, rows };
  }

  /** Claimed, and the reply did not reach the client: visible again after a second, and not counted as an attempt. */
  async returnUndelivered({ groupId, broadcastOf }: ConsumerGroup, rows: readonly HandedOut[]): Promise<void> {
    const { store, clock, wakeups } = this.#parts;
    const handedAt = new Date(Math.max(...rows.map((row) => row.handedAt.getTime())));
    try {
      await retryRolledBack(() =>
        broadcastOf === null
          ? deliveryAbandon(store.broker, clock.nowOrNull(), groupId, rows, handedAt)
          : broadcastReturn(store.broker, clock.nowOrNull(), groupId, rows),
      );
      // Waiting receives check when it is due.
      wakeups.group(groupId);
    } catch (error) {
      // The lease also ends by itself, only later.
      this.#parts.log.warn({ error, groupId, messages: rows.length }, 'claimed messages could not be returned early');
    }
  }
}
