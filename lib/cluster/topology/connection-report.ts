import type { Reason } from '../../model/language/t';
import type { BrokerFacts } from './facts';
import type { Topology } from './topology';

/** What "Test connection" found: everything it says was tried. */
export interface ConnectionReport {
  readonly asOf: string;
  readonly nameServers: readonly { readonly address: string; readonly problem: Reason | null }[];
  /** Null: no name server answered. */
  readonly topology: Topology | null;
  readonly brokers: readonly BrokerReport[];
  readonly proxies: readonly ProxySeen[];
  /** May this cluster be attached: a name server and at least one master answered. */
  readonly isUsable: boolean;
}

export interface BrokerReport {
  readonly broker: string;
  readonly announced: string | null;
  readonly address: string | null;
  /** Why it could not be asked; null: it answered. */
  readonly problem: Reason | null;
  readonly facts: BrokerFacts | null;
  /** Of the broker's clock against ours, milliseconds; ahead is positive. Null: not known. */
  readonly clockSkewMs: number | null;
  readonly rights: readonly Right[];
  /** Null: its groups could not be read. */
  readonly ownProxy: OwnProxy | null;
}

/** Whether a proxy in local mode runs in a broker: then clients of 5.x are connected to the broker itself. */
export interface OwnProxy {
  /** A group with such clients; null: none of the groups that were asked has one now. */
  readonly seenBy: string | null;
  readonly asked: number;
  readonly groups: number;
}

export interface Right {
  readonly right: (typeof RIGHTS)[number];
  readonly state: 'granted' | 'denied' | 'unknown';
  readonly reason: Reason | null;
}

/** Each is tried by a call that changes nothing. Writing cannot be tried so: the first change shows it. */
const RIGHTS = [
  'read-broker',
  'read-configuration',
  'read-topics',
  'read-groups',
  'read-offsets',
  'read-system-topics',
] as const;

/** A proxy in cluster mode, as its clients' heartbeats name it. */
export interface ProxySeen {
  readonly host: string;
  readonly grpcPort: number;
  readonly remotingPort: number;
  readonly lastSeenAt: string;
}
