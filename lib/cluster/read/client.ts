import type { ToldReading } from '../../model/reading';
import type { Subscription } from '../admin/subscription';
import type { SilentBroker } from '../topology/answers';

export interface ClusterClient {
  readonly clientId: string;
  /** grpc: through a proxy, 5.x. remoting: 4.x, at the brokers. */
  readonly protocol: 'grpc' | 'remoting';
  readonly type: 'push' | 'simple' | 'pull' | 'unknown';
  readonly language: string;
  readonly version: string;
  readonly address: string;
  readonly host: string | null;
  /** The proxy that it speaks to. */
  readonly proxy: string | null;
  /** The brokers that know it. */
  readonly brokers: readonly string[];
  /** Its own; of a 4.x client beside others what the broker knows of the group, unless `isOwn`. */
  readonly subscriptions: readonly Subscription[];
  readonly isOwn: boolean;
  /** It has a position of its own in each queue. */
  readonly isBroadcast: boolean;
  readonly lastSeenAt: string;
}

export interface GroupClients {
  readonly group: string;
  readonly asOf: string;
  readonly clients: readonly ClusterClient[];
  /** How many there are: a bound while a broker is silent, unknown without the right to read heartbeats. */
  readonly grpc: ToldReading<number>;
  readonly remoting: ToldReading<number>;
  readonly silent: readonly SilentBroker[];
}
