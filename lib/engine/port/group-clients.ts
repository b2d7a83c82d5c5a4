import type { Differing, FilteredTopic } from '../../broker';
import type { Subscription } from '../../model/group/subscription';

/** A client of a group, as the nodes of this installation report it. */
export interface GroupClient {
  readonly clientId: string;
  readonly node: string;
  readonly kind: 'push' | 'simple';
  readonly language: string;
  /** Of the SDK. */
  readonly version: string;
  readonly address: string;
  readonly accessKey: string | null;
  readonly since: Date;
  /** Null: connected, as its node last reported. */
  readonly leftAt: Date | null;
  /** Its node has not reported lately: unknown whether it is connected. */
  readonly nodeSilent: boolean;
  readonly holds: number;
  readonly heldSince: Date | null;
  /** Over about the last minute; null: unknown. */
  readonly receivedPerSecond: number | null;
  readonly ackedPerSecond: number | null;
  /** As its newest failure report with one says; null: no report of it names one. */
  readonly appVersion: string | null;
  /** The settings that it was last sent; null: its node does not tell. */
  readonly settingsVersion: number | null;
  readonly settingsAt: Date | null;
  /** It was sent another retry policy, which its SDK can follow. */
  readonly settingsAdapted: boolean | null;
  /** By topic; null: it left, or its node does not tell. */
  readonly subscriptions: readonly SubscriptionView[] | null;
}

export interface SubscriptionView extends Subscription {
  /** Another connected client of the group has a different filter on this topic. */
  readonly differs: boolean;
}

export interface GroupClients {
  readonly asOf: string;
  readonly items: readonly GroupClient[];
  /** Including those beyond `items`. */
  readonly total: number;
  readonly nodes: number;
  /** Consumers that nodes of an older release count without naming them. */
  readonly unnamed: number;
  /** The settings in use, and since when. */
  readonly current: { readonly version: number; readonly since: Date };
  /** The broker waits between the tries of an unordered group; the clients of an ordered one wait by themselves. */
  readonly clientsWait: boolean;
  /** "16 steps, 10 s to 2 h", by the version of the settings; versions that are not kept are missing. */
  readonly backoffs: Readonly<Record<number, string | undefined>>;
  /** Null: its clients subscribe alike. */
  readonly differing: Differing | null;
  /** By topic, messages of the last 24 h that the filters of its clients left out, most first. */
  readonly filteredOut: readonly FilteredTopic[];
}

export interface HeldMessage {
  readonly messageId: string | null;
  readonly topic: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly since: Date;
  readonly leaseEndsAt: Date;
}
