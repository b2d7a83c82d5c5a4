import type { Reason } from '../../model/language/t';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import type { SilentBroker } from '../topology/answers';

/** What operators set of a group on one broker. A field that we do not know stays in the stored configuration. */
export interface ClusterGroupSettings {
  /** Rules 5.x clients; the 4.x clients of a group use their own number. */
  readonly maxRetries: number;
  /** Rules 5.x clients alone. Null: stored so that proxies cannot read it, and no 5.x client can start. */
  readonly retryPolicy: RetryPolicy | null;
  readonly isOrdered: boolean;
  /** False: paused. Nothing is handed out, retries included. */
  readonly isConsuming: boolean;
  readonly mayBroadcast: boolean;
  readonly readsFromOldest: boolean;
  /** Queues of the retry topic of 4.x clients. */
  readonly retryQueues: number;
  readonly consumptionTimeoutMs: number;
  readonly notifiesClients: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

export type ClusterGroupField = keyof ClusterGroupSettings;
export type ClusterGroupChange = { readonly [Field in ClusterGroupField]?: ClusterGroupSettings[Field] | undefined };

export interface ClusterGroup {
  readonly name: string;
  /** What each master that answered has; null: the group is missing there. */
  readonly brokers: readonly { readonly broker: string; readonly settings: ClusterGroupSettings | null }[];
  readonly silent: readonly SilentBroker[];
  /** Of the first master that has it; where masters differ, `differences` says so. */
  readonly settings: ClusterGroupSettings;
  readonly differences: readonly ClusterGroupField[];
  readonly missingOn: readonly string[];
  /** Fields that we do not know differ. */
  readonly differsElsewhere: boolean;
  /** Of all that the operator saw: a save with another one is refused. */
  readonly version: string;
}

export interface ClusterGroups {
  readonly asOf: string;
  readonly groups: readonly ClusterGroup[];
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}

/** What came of a change, by broker: it was read back from each. */
export interface SettingsOutcome {
  /** all: every master has it now. some: masters differ, to be repaired. none: nothing changed. */
  readonly reached: 'all' | 'some' | 'none';
  readonly brokers: readonly {
    readonly broker: string;
    readonly before: ClusterGroupSettings | null;
    /** As read back; null: not known. */
    readonly after: ClusterGroupSettings | null;
    readonly problem: Reason | null;
  }[];
  readonly version: string;
}
