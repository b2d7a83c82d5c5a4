import type { Reason } from '../../model/language/t';
import type { AccessAtBroker, SilentBroker } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import type { AccessChange } from '../../model/cluster/access-change';
import type { AccessRule, AccessUser, AccessVerdict } from '../../model/cluster/access-rule';

export interface AccessOfCluster {
  readonly asOf: string;
  readonly brokers: readonly (Pick<AccessAtBroker, 'checksUsers' | 'checksRules' | 'problem'> & {
    readonly broker: string;
  })[];
  /** Of all brokers, with the brokers that have it so. */
  readonly users: readonly UserInBrokers[];
  readonly rules: readonly (AccessRule & { readonly on: readonly string[] })[];
  readonly silent: readonly SilentBroker[];
}

export interface UserInBrokers extends AccessUser {
  readonly on: readonly string[];
  /** Of the user and its rules on all brokers: a change names it as what it saw. */
  readonly version: string;
  /** Brokers have different passwords for it. */
  readonly passwordsDiffer: boolean;
  /** This console signs with it. */
  readonly isOwn: boolean;
  /** Brokers and proxies call each other with it, as the brokers are set. */
  readonly isInner: boolean;
}

export interface AccessChangeAsked {
  readonly user: string;
  readonly change: AccessChange;
  readonly password: string | null;
  readonly seen: string | null;
  readonly isDryRun: boolean;
  readonly actor: Actor;
  readonly reason: string;
}

export interface AccessAsked {
  readonly user: string;
  /** Of the client, as the broker sees it. */
  readonly address: string;
  readonly topic: string;
  /** Null: it sends; else it consumes with this group. */
  readonly group: string | null;
}

export interface AccessExplained {
  readonly asOf: string;
  readonly brokers: readonly {
    readonly broker: string;
    /** Null: not known, see problem. */
    readonly isAllowed: boolean | null;
    readonly problem: Reason | null;
    /** Each right that it needs; empty: this broker checks no rules. */
    readonly verdicts: readonly AccessVerdict[];
  }[];
  readonly silent: readonly SilentBroker[];
}
