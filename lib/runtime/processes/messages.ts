import type { LimitUse } from '../../model/throttle/limit-state';
import type { Demand, ProtectionUse, RefusalWait } from '../../broker';
import type { Gateway } from '../../gateway/server';
import type { ConnectedClient } from '../../gateway/sessions/session';
import type { MetricsJson } from '../../observability/metrics';
import type { Reason } from '../../model/language/t';
import type { Pools } from '../pools';

/** What only the processes that serve RocketMQ clients know. */
export interface Answers {
  readonly clients: readonly ConnectedClient[];
  readonly pressure: Pressure;
  readonly metrics: MetricsJson;
  readonly health: BrokerHealth;
  /** Since it was last asked. */
  readonly demands: readonly Demand[];
}

export type Question = keyof Answers;

/** How near the limits are. */
export interface Pressure {
  readonly uses: readonly LimitUse[];
  readonly protections: readonly ProtectionUse[];
  readonly busiestRpc: ReturnType<Gateway['busiestRpc']>;
  readonly waits: readonly RefusalWait[];
}

/** Of one process, in words: "ready", or why not. */
export interface DatabaseHealth {
  readonly database: string;
  /** Whether it gets further ones. */
  readonly connections: string;
}

export interface BrokerHealth extends DatabaseHealth {
  /** Names of loops without a recent pass; null: another process runs them. */
  readonly lagging: readonly string[] | null;
  readonly wakeUpsDownMs: number | null;
}

/** Of one child process, as the supervisor sees it. */
export interface ProcessState {
  /** "broker 1". */
  readonly name: string;
  readonly state: 'starting' | 'ready' | 'silent' | 'down';
  /** Sentences about what went wrong lately, for people; empty: nothing. */
  readonly troubles: readonly Reason[];
}

/** What the supervisor knows and its children do not. */
export interface NodeState {
  /** Why the embedded PostgreSQL does not run; null: it does, or there is none. */
  readonly postgres: string | null;
  readonly brokers: readonly ProcessState[];
  /** Null: this node has none. */
  readonly console: ProcessState | null;
  /** It serves no RocketMQ clients, as it is set. */
  readonly isAttachOnly?: boolean;
}

export interface StartOrder {
  readonly databaseUrl: string;
  readonly pools: Pools;
  /** The id of a broker process among all that share the database: it keeps it when it is started again. */
  readonly nodeId: string;
  /** Of the processes of this node that serve clients. */
  readonly brokerIds: readonly string[];
}

export type FromSupervisor =
  | ({ readonly kind: 'start' } & StartOrder)
  /** Run what runs by itself. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'state'; readonly node: NodeState }
  /** By limit: how many even shares of a rate this process has. */
  | { readonly kind: 'shares'; readonly shares: ReadonlyMap<string, number> }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'answers'; readonly id: number; readonly values: readonly unknown[] }
  | { readonly kind: 'stand-down'; readonly reason: string }
  | { readonly kind: 'stop' };

export type ToSupervisor =
  /** @param says lines for the person who started it */
  | { readonly kind: 'ready'; readonly says: readonly string[] }
  /** It cannot start; the sentence says why. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** Its event loop turns. */
  | { readonly kind: 'beat' }
  /** Of the broker processes; 'text': the metrics of all processes for Prometheus. */
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question | 'text' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown };
