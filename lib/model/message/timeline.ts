import type { DeathCause, DeliveryCause, DeliveryState } from '../delivery/delivery-state';
import type { DeliveryOrder, RetryPolicy } from '../delivery/retry-policy';

/** Where a message stands for one group. All times are ISO, by the database's clock. */
export type TimelineState =
  | 'ready'
  | 'in-flight'
  | 'waiting-retry'
  /** It failed and waits, and an operator keeps it, or its key, from being delivered. */
  | 'held'
  | 'consumed'
  | 'dead'
  /** It was dead, and its retention is over: it cannot be re-driven any more. */
  | 'expired'
  /** It was dead, and a re-drive sent it to another topic: the copy is not followed. */
  | 'sent'
  /** It was dead, and an operator discarded it; `discarded` is null when it cannot be restored any more. */
  | 'discarded'
  /** A broadcast group: its delivery to this client failed, and that is the end of it. */
  | 'dropped'
  /** It did not match the filter of the group's consumer: counted as consumed, never delivered. */
  | 'filtered-out'
  /** The group is past it, and the record of how is not kept any more. */
  | 'unrecorded';

/** What a client said about a delivery that an operator had taken back from it: it was refused. */
export type LateAnswer = 'acknowledged' | 'failed';

export interface Late {
  readonly at: string;
  readonly answer: LateAnswer;
}

export interface TimelineEvent {
  readonly generation: number;
  readonly attempt: number;
  readonly state: DeliveryState;
  readonly cause: DeliveryCause;
  readonly at: string;
  readonly dueAt: string | null;
  readonly client: string | null;
  readonly policyVersion: number | null;
  readonly redriveId: number | null;
  /** The operator who decided it, and the reason; null: not a decision about what waits. */
  readonly by: string | null;
  readonly why: string | null;
  /** Of a delivery that was taken back: the first answer of its client since. */
  readonly late: Late | null;
}

/** What the application said about a failed delivery. */
export interface FailureReason {
  readonly generation: number;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
  readonly reportedAt: string;
  /** The cause that the report belongs to; empty: not assigned yet. */
  readonly fingerprint: string;
  /** The version of the application, as the report names it. */
  readonly appVersion: string | null;
  /** Several clients of the broadcast group had the message, and the report did not say which of them failed. */
  readonly unnamedClient?: true;
}

/** The first delivery as its lease row tells it. */
export interface LeasedDelivery {
  readonly startedAt: string;
  readonly leaseEndsAt: string;
  readonly client: string | null;
  readonly autoRenew: boolean;
  /** elsewhere: it failed, or left its batch; its own rows tell on. filtered: it was not delivered after all. */
  readonly outcome: 'open' | 'acked' | 'filtered' | 'elsewhere';
  readonly ackedMs: number | null;
}

export interface TimelineDelivery {
  /** 0 = the first life; raised by each re-drive. */
  readonly generation: number;
  readonly attempt: number;
  /**
   * restarted: acknowledged, but a message of its key before it failed, so both are delivered again. lost: the reply
   * did not reach the client, or an operator took back the message before it; not counted, so the next one has the same
   * number. revoked: an operator took it back from the client.
   */
  readonly state: 'in-flight' | 'failed' | 'consumed' | 'restarted' | 'lost' | 'revoked';
  /** Null: a try that the client made by itself and only reported. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly leaseEndsAt: string | null;
  /** Since the try before ended, the re-drive, or the sending. */
  readonly waitedMs: number | null;
  readonly tookMs: number | null;
  readonly client: string | null;
  readonly autoRenew: boolean;
  /** How the broker saw it end; null while it runs. */
  readonly cause: DeliveryCause | null;
  readonly reason: FailureReason | null;
  readonly policyVersion: number | null;
  /** Acknowledged then, while a message of its key before it was unfinished: final only when that one is finished. */
  readonly ackedEarlyAt: string | null;
  /** How often the client asked for more time. */
  readonly extensions: number;
  /** What its client answered after an operator had taken it back. */
  readonly late: Late | null;
}

export interface TimelineLife {
  readonly generation: number;
  readonly startedAt: string;
  readonly redriveId: number | null;
  readonly deliveries: number;
  readonly end: 'consumed' | 'dead' | null;
  readonly endedAt: string | null;
  readonly cause: DeliveryCause | null;
}

/** An ordered group: this message waits until everything of its key before it is finished. */
export interface WaitingBehind {
  readonly headId: string | null;
  readonly headAttempt: number;
  /** A client has the head now. */
  readonly headHeld: boolean;
  /** The head's lease ends then, or its next try is due then. */
  readonly headVisibleAt: string | null;
  readonly since: string;
  /** Messages of the key before this one that are not finished; 1 = this one is next. */
  readonly ahead: number;
}

/** A delivery that will happen if those before it fail; times are the earliest. */
export interface PredictedDelivery {
  readonly attempt: number;
  readonly at: string;
  readonly waitMs: number;
}

export interface Prediction {
  /** The next ones; at most as many as are shown. */
  readonly next: readonly PredictedDelivery[];
  /** How many more there are beyond `next`. */
  readonly omitted: number;
  readonly diesAt: string;
  /** How long a try is assumed to take: the median of this message's failed ones. */
  readonly assumedTryMs: number;
  /** Nothing is due at a set time: all of it counts from the moment of reading, if a client fetches then. */
  readonly fromNow: boolean;
}

/** What an operator decided about a dead letter. */
export interface OperatorDecision {
  readonly at: string;
  readonly by: string;
  readonly reason: string;
}

export interface DiscardDecision extends OperatorDecision {
  readonly discardId: number;
  readonly restoreUntil: string;
}

/** A client of a broadcast group. */
export interface BroadcastClient {
  readonly clientId: string;
  /** About a minute exact. */
  readonly lastSeen: string;
  /** How many clients the group has; of very many, not all have a timeline here. */
  readonly ofClients: number;
}

/** Where a client of the group runs. */
export interface DeliveryProcess {
  readonly client: string;
  /** Null: no node has a record of the client. */
  readonly host: string | null;
  /** The name of its access key. */
  readonly application: string | null;
}

/** One message for one group, as of one moment; for one client of it when the group broadcasts. */
export interface MessageTimeline {
  readonly messageId: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly group: string;
  /** Null: the clients of the group share its messages. */
  readonly client: BroadcastClient | null;
  readonly deliveryOrder: DeliveryOrder;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  readonly policyVersion: number;
  readonly consumptionTimeoutMs: number;
  readonly asOf: string;
  readonly storedAt: string;
  readonly state: TimelineState;
  readonly generation: number;
  /** When it is due, or since when it is ready; null when neither. */
  readonly dueAt: string | null;
  /** Null: it is no dead letter. */
  readonly deadLetterId: number | null;
  readonly deadAt: string | null;
  /** Of a dead one: how its last delivery ended, or that no client ever answered one. */
  readonly deathCause: DeathCause | null;
  /** When a dead one is removed, or was; null: not while the retention and its re-drive are as they are. */
  readonly expiresAt: string | null;
  /** The record itself, oldest first; a first delivery that succeeded has none. */
  readonly events: readonly TimelineEvent[];
  /** The newest first. */
  readonly reasons: readonly FailureReason[];
  /** All lives, oldest first. */
  readonly deliveries: readonly TimelineDelivery[];
  /** Of the clients of these deliveries. */
  readonly processes: readonly DeliveryProcess[];
  readonly lives: readonly TimelineLife[];
  readonly waitingBehind: WaitingBehind | null;
  /** Null: finished, or no more deliveries to come. */
  readonly prediction: Prediction | null;
  /** The open re-drive that will release it. */
  readonly redriveId: number | null;
  /** A dead one that does not expire, or one that waits and is not delivered. */
  readonly held: OperatorDecision | null;
  /** Of an ordered group: an operator holds its key, so nothing of it is scheduled. */
  readonly keyHold: OperatorDecision | null;
  /** A dead one that may stay: no alarm counts it. */
  readonly accepted: OperatorDecision | null;
  readonly discarded: DiscardDecision | null;
}
