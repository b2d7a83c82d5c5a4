import type { Clock } from '../../../model/clock';
import type { ConsumerGroup } from '../../../model/group/group';
import { LIMITS } from '../../../model/limits';
import type { Log } from '../../../model/log';
import type { Metrics } from '../../../model/metrics';
import type { Topic } from '../../../model/topic/topic';
import type { Store } from '../../../store/client';
import { type AbandonedDelivery, deliveryAbandon } from '../../../store/queries/delivery/delivery-abandon';
import { broadcastAttemptReturn, broadcastReturn } from '../../../store/queries/broadcast/broadcast-return';
import {
  BY_PRIORITY,
  type ClaimedRow,
  type ClaimReceiver,
  type ClaimScope,
  deliveryClaim,
} from '../../../store/queries/delivery/delivery-claim';
import { fifoClaim } from '../../../store/queries/delivery/fifo-claim';
import { liteClaim } from '../../../store/queries/delivery/lite-claim';
import { fifoReenter } from '../../../store/queries/delivery/fifo-reenter';
import { groupQueueSubscribe } from '../../../store/queries/delivery/group-queue-subscribe';
import { lanesReady } from '../../../store/queries/delivery/lanes-ready';
import { retryNextDue } from '../../../store/queries/delivery/retry-next-due';
import { retryRolledBack } from '../../../store/sql-errors';
import { type FilteredClaim, FilteredClaims, NOTHING } from '../../filter/filtered-claims';
import type { ParsedFilter } from '../../filter/parse-filter';
import type { Protection } from '../throttle/protection';
import { throttled } from '../throttle/refuse';
import type { Deaths } from '../deaths';
import type { Wakeups } from '../wakeups';
import { AckLane } from './ack-lane';
import { FailLanes } from './fail-lanes';
import { LaneSweep } from './lane-sweep';
import { LostAttempts } from './lost-attempts';
import type { Standbys } from './standbys';
import { Repeats, type Suspicion } from './repeats';
import { ReceiveLane } from './receive-lane';
import type { Claim } from './receive-lane-parts';
import type { ReceiveRequest } from './receivers';

export interface LaneParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly wakeups: Wakeups;
  readonly standbys: Standbys;
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

interface OrderedScope extends ClaimScope {
  /** Each client gets the names that it subscribes. */
  readonly isLite: boolean;
}

interface CountedClaim extends Claim {
  readonly filtered: number;
}

/** What is left behind such a claim is known only to the next one. */
function behind({ rows, passedOver, filtered }: FilteredClaim): CountedClaim {
  return { rows, passedOver, filtered, more: rows.length > 0 || passedOver > 0 };
}

const MAX_SUBSCRIBED = 50_000;
const RECEIVERS_PER_CLAIM = 16;
/** One in the database, one in this process. */
const MAX_CLAIMS_AT_ONCE = 2;

/** Where concurrent calls of this process meet: receives per (group, topic, filter), acks, failures. */
export class DeliveryLanes {
  readonly acks: AckLane;
  readonly fails: FailLanes;
  readonly #parts: LaneParts;
  readonly #receives = new Map<string, ReceiveLane>();
  /** Kept while under way too: a thousand receives that begin together share one statement. */
  readonly #subscribed = new Map<string, Promise<unknown>>();
  readonly #repeats = new Repeats();
  readonly #sweep: LaneSweep;
  readonly #lostAttempts: LostAttempts;
  /** Held receives of ordered groups that may be repeats. */
  readonly #mayRepeat = new WeakSet<ClaimReceiver>();
  #held = 0;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.acks = new AckLane(parts);
    this.#lostAttempts = new LostAttempts(parts);
    this.fails = new FailLanes(parts);
    const { store, clock, wakeups } = parts;
    this.#sweep = new LaneSweep(
      (lanes) => lanesReady(store.broker, clock.nowOrNull(), lanes),
      () => wakeups.areLost,
    );
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
    const lane = this.#receives.get(key) ?? this.#makeLane(key, group, topic, filter);
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
      if (lane.idle) this.#forget(key, lane);
    }
  }

  #forget(key: string, lane: ReceiveLane): void {
    if (this.#receives.get(key) === lane) this.#receives.delete(key);
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

  #makeLane(key: string, group: ConsumerGroup, topic: Topic, filter: ParsedFilter): ReceiveLane {
    const { store, clock, wakeups, standbys, allowance } = this.#parts;
    const filtered = new FilteredClaims(store, clock);
    const ordered = group.deliveryOrder === 'ordered';
    const byPriority = topic.messageType === 'PRIORITY' && !ordered;
    const isLite = topic.messageType === 'LITE';
    const claim = async (turn: number, receivers: readonly ReceiveRequest[]): Promise<Claim> => {
      const firstQueueNo = byPriority ? BY_PRIORITY : turn;
      const scope = { groupId: group.groupId, topicId: topic.topicId, tags: filter.tags, firstQueueNo };
      const claimed = ordered
        ? await this.#claimOrdered(filtered, { ...scope, isLite }, filter, receivers)
        : await this.#claimConcurrent(filtered, scope, filter, receivers);
      this.#countFiltered(group, topic, claimed.filtered);
      return claimed;
    };
    const takesAny = !ordered && filter.sql === null && filter.tags === null;
    const lane: ReceiveLane = new ReceiveLane({
      claim,
      allowance: () => allowance(group.name),
      nextDueMs: () => retryNextDue(store.broker, clock.nowOrNull(), group.groupId, topic.topicId),
      joinSweep: (found) => this.#sweep.join({ groupId: group.groupId, topicId: topic.topicId, found }),
      returnUndelivered: (rows, { invisibleMs }) =>
        void this.returnUndelivered(group, rows.map(handedOut(invisibleMs))),
      subscribeToWakes: (wake) => {
        const unsubscribe = wakeups.subscribe(topic.topicId, group.groupId, wake);
        if (takesAny && !byPriority) standbys.add(topic.topicId, group.groupId, lane);
        return () => {
          unsubscribe();
          standbys.remove(topic.topicId, lane);
        };
      },
      queueCount: topic.queueCount,
      // Beside another claim one would find the queue of the highest priority taken, and hand out what is below it.
      claimsAtOnce: filter.sql === null && !byPriority && !isLite ? Math.min(MAX_CLAIMS_AT_ONCE, topic.queueCount) : 1,
      // What is there may be of names that one client alone subscribes: all that wait are checked.
      receiversPerClaim: isLite ? this.#parts.protection.heldReceivesPerLane : RECEIVERS_PER_CLAIM,
      takesAny,
      ended: () => this.#forget(key, lane),
    });
    return lane;
  }

  /** Of a broadcast group each member has its own subscription: what it leaves out is lost to no other. */
  #countFiltered({ name, broadcastOf }: ConsumerGroup, topic: Topic, filtered: number): void {
    if (filtered === 0 || broadcastOf !== null) return;
    const labels = { topic: topic.name, consumer_group: name };
    this.#parts.metrics.count('redrive_filtered_messages_total', labels, filtered);
  }

  async #claimConcurrent(
    filtered: FilteredClaims,
    scope: ClaimScope,
    { sql, tags }: ParsedFilter,
    receivers: readonly ClaimReceiver[],
  ): Promise<CountedClaim> {
    if (sql !== null) return behind(await filtered.sql(scope, sql, receivers));
    if (tags !== null) return behind(await filtered.tagged({ ...scope, tags }, receivers));
    const { store, clock } = this.#parts;
    const rows = await retryRolledBack(() =>
      deliveryClaim(store.broker, clock.nowOrNull(), scope, receivers, LIMITS.receiveBodyBytes),
    );
    // Served one after the other: when the last one got nothing, nothing is left.
    return { rows, passedOver: 0, filtered: 0, more: rows.some(({ receiver }) => receiver === receivers.length) };
  }

  /** Repeated receives first: they get what they got before, not more, and it matched when they got it. */
  async #claimOrdered(
    filtered: FilteredClaims,
    scope: OrderedScope,
    filter: ParsedFilter,
    receivers: readonly ClaimReceiver[],
  ): Promise<CountedClaim> {
    const { store, clock, wakeups } = this.#parts;
    const again = receivers.some((each) => this.#mayRepeat.has(each))
      ? await retryRolledBack(() => fifoReenter(store.broker, clock.nowOrNull(), scope, receivers))
      : [];
    const served = new Set(again.map(({ receiver }) => receiver));
    const left = receivers.map((_, index) => index + 1).filter((receiver) => !served.has(receiver));
    const claimed = await this.#claimOrderedNew(
      filtered,
      scope,
      filter,
      receivers.filter((_, index) => !served.has(index + 1)),
    );
    if (claimed.frees) wakeups.group(scope.groupId);
    const rows = claimed.rows.map((row) => ({ ...row, receiver: left[row.receiver - 1] ?? row.receiver }));
    return behind({ ...claimed, rows: served.size === 0 ? claimed.rows : [...again, ...rows] });
  }

  async #claimOrderedNew(
    filtered: FilteredClaims,
    { isLite, ...scope }: OrderedScope,
    { sql, tags }: ParsedFilter,
    receivers: readonly ClaimReceiver[],
  ): Promise<FilteredClaim> {
    if (receivers.length === 0) return NOTHING;
    if (isLite) return await this.#claimLite(scope, receivers);
    if (sql !== null) return await filtered.orderedSql(scope, sql, receivers);
    if (tags !== null) return await filtered.orderedTagged({ ...scope, tags }, receivers);
    const { store, clock } = this.#parts;
    const rows = await retryRolledBack(() => fifoClaim(store.broker, clock.nowOrNull(), scope, receivers));
    return { ...NOTHING, rows };
  }

  async #claimLite(scope: ClaimScope, receivers: readonly ClaimReceiver[]): Promise<FilteredClaim> {
    const { store, clock } = this.#parts;
    const rows = await retryRolledBack(() => liteClaim(store.broker, clock.nowOrNull(), scope, receivers));
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
